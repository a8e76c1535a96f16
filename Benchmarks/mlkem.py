"""The yardstick for ML-KEM-1024: OpenSSL's implementation, as the cryptography wheel ships it."""

import statistics
import time


def per_call(function, calls, runs):
    """Median microseconds of one call."""
    samples = []
    for _ in range(runs):
        start = time.perf_counter()
        for _ in range(calls):
            function()
        samples.append((time.perf_counter() - start) / calls * 1e6)
    return statistics.median(samples)


def yardsticks(quick):
    """Row id to microseconds; empty where the wheel has no ML-KEM-1024."""
    try:
        from cryptography.hazmat.primitives.asymmetric.mlkem import MLKEM1024PrivateKey
    except ImportError:
        return {}
    calls, runs = (20, 1) if quick else (2_000, 5)
    private = MLKEM1024PrivateKey.generate()
    public = private.public_key()
    _, ciphertext = public.encapsulate()
    return {
        "mlkem-keygen": per_call(MLKEM1024PrivateKey.generate, calls, runs),
        "mlkem-encaps": per_call(public.encapsulate, calls, runs),
        "mlkem-decaps": per_call(lambda: private.decapsulate(ciphertext), calls, runs),
    }
