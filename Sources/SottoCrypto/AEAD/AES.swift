/// AES (FIPS 197), with 256-bit keys only.
public enum AES {}
