"""The canonical encoding of docs/protocol/02-encoding.md: one class for each kind of field.

A type reads a value from a Reader, writes a value to bytes, and shows a value as text. Whatever `read` accepts, `write`
gives back, byte by byte.
"""


class Malformed(Exception):
    pass


class Reader:
    def __init__(self, data):
        self.data, self.position = data, 0

    def take(self, count):
        end = self.position + count
        if end > len(self.data):
            raise Malformed(f"needs {count} bytes at {self.position}, has {len(self.data) - self.position}")
        piece, self.position = self.data[self.position:end], end
        return piece

    def rest(self):
        return self.take(len(self.data) - self.position)

    @property
    def ended(self):
        return self.position == len(self.data)


class UInt:
    def __init__(self, size, names=None, at_most=None):
        self.size, self.names, self.at_most = size, names, at_most

    def read(self, reader):
        value = int.from_bytes(reader.take(self.size), "big")
        if self.names is not None and value not in self.names:
            raise Malformed(f"{value} has no meaning")
        if self.at_most is not None and value > self.at_most:
            raise Malformed(f"{value} is above {self.at_most}")
        return value

    def write(self, value):
        return value.to_bytes(self.size, "big")

    def show(self, value):
        return str(value) if self.names is None else self.names[value]


class Length:
    """RFC 9000 section 16, in the shortest form only."""

    def read(self, reader):
        first = reader.take(1)
        size = 1 << (first[0] >> 6)
        value = int.from_bytes(first + reader.take(size - 1), "big") & ((1 << (8 * size - 2)) - 1)
        if size > 1 and value < 1 << (4 * size - 2):
            raise Malformed(f"{value} fits a shorter form")
        return value

    def write(self, value):
        for prefix, size in enumerate((1, 2, 4, 8)):
            if value < 1 << (8 * size - 2):
                return (value | prefix << (8 * size - 2)).to_bytes(size, "big")
        raise ValueError("above 2^62 - 1")

    show = staticmethod(str)


class Opaque:
    def __init__(self, size):
        self.size = size

    def read(self, reader):
        return reader.take(self.size)

    def write(self, value):
        assert len(value) == self.size
        return value

    def show(self, value):
        return value.hex()


class UUID(Opaque):
    def __init__(self):
        super().__init__(16)

    def show(self, value):
        h = value.hex()
        return "-".join((h[:8], h[8:12], h[12:16], h[16:20], h[20:]))


class Constant(Opaque):
    def __init__(self, value):
        super().__init__(len(value))
        self.value = value

    def read(self, reader):
        value = reader.take(self.size)
        if value != self.value:
            raise Malformed(f"{value.hex()} where {self.value.hex()} must stand")
        return value


class Bytes:
    def __init__(self, at_most=1 << 20):
        self.at_most = at_most

    def read(self, reader):
        length = LENGTH.read(reader)
        if length > self.at_most:
            raise Malformed(f"{length} bytes, at most {self.at_most}")
        return reader.take(length)

    def write(self, value):
        return LENGTH.write(len(value)) + value

    def show(self, value):
        return value.hex()


class String(Bytes):
    def read(self, reader):
        try:
            return super().read(reader).decode("utf-8")
        except UnicodeDecodeError as error:
            raise Malformed(str(error))

    def write(self, value):
        return super().write(value.encode("utf-8"))

    show = staticmethod(str)


class Rest:
    """What is left, kept as it is."""

    def read(self, reader):
        return reader.rest()

    def write(self, value):
        return value

    def show(self, value):
        return value.hex()


class Optional:
    def __init__(self, element):
        self.element = element

    def read(self, reader):
        return self.element.read(reader) if BOOL.read(reader) else None

    def write(self, value):
        return b"\0" if value is None else b"\1" + self.element.write(value)

    def show(self, value):
        return "" if value is None else self.element.show(value)


class Vector:
    def __init__(self, element, at_most, at_least=0, unique=None, ascending=None):
        self.element, self.at_most, self.at_least = element, at_most, at_least
        self.unique, self.ascending = unique, ascending

    def read(self, reader):
        inner, values = Reader(reader.take(LENGTH.read(reader))), []
        while not inner.ended:
            if len(values) == self.at_most:
                raise Malformed(f"more than {self.at_most} elements")
            values.append(self.element.read(inner))
        if len(values) < self.at_least:
            raise Malformed(f"fewer than {self.at_least} elements")
        if self.unique and len(set(map(self.unique, values))) < len(values):
            raise Malformed("an element stands twice")
        if self.ascending:
            keys = list(map(self.ascending, values))
            if any(a >= b for a, b in zip(keys, keys[1:])):
                raise Malformed("elements are not in ascending order")
        return values

    def write(self, values):
        return BYTES.write(b"".join(map(self.element.write, values)))

    def show(self, values):
        return ", ".join(map(self.element.show, values))


class Repeat:
    """A fixed number of elements without a length."""

    def __init__(self, element, count):
        self.element, self.count = element, count

    def read(self, reader):
        return [self.element.read(reader) for _ in range(self.count)]

    def write(self, values):
        return b"".join(map(self.element.write, values))

    def show(self, values):
        return " ".join(map(self.element.show, values))


class Extensions(Vector):
    CRITICAL = 0x8000

    def __init__(self, **known):
        """`known` gives the size of the extensions that a structure defines, as `e1=1568`."""
        entry = Struct(("type", U16), ("value", Bytes(65_536)))
        super().__init__(entry, 64, ascending=lambda entry: entry["type"])
        self.known = {int(name[1:]): size for name, size in known.items()}

    def read(self, reader):
        entries = super().read(reader)
        for entry in entries:
            size = self.known.get(entry["type"])
            if size is None and entry["type"] & self.CRITICAL:
                raise Malformed(f"critical extension {entry['type']:#06x}")
            if size is not None and len(entry["value"]) != size:
                raise Malformed(f"extension {entry['type']} is not of {size} bytes")
        return entries


class Struct:
    """Fields in order. A type that is a function gets the fields before it and returns the type; `valid` judges all."""

    def __init__(self, *fields, valid=None):
        self.fields, self.valid = fields, valid

    @staticmethod
    def resolve(kind, value):
        return kind if hasattr(kind, "read") else kind(value)

    def read(self, reader):
        value = {}
        for name, kind in self.fields:
            value[name] = self.resolve(kind, value).read(reader)
        if self.valid and not self.valid(value):
            raise Malformed("the fields do not fit each other")
        return value

    def write(self, value):
        return b"".join(self.resolve(kind, value).write(value[name]) for name, kind in self.fields)

    def show(self, value):
        return self.write(value).hex()

    def leaf(self, value, wanted):
        """The text of the field `wanted`, here or in a structure within."""
        for name, kind in self.fields:
            if name == wanted:
                return self.resolve(kind, value).show(value[name])
        for name, kind in self.fields:
            kind, inner = self.resolve(kind, value), value[name]
            if isinstance(kind, Optional):
                kind = kind.element
            if isinstance(kind, Struct) and inner is not None:
                found = kind.leaf(inner, wanted)
                if found is not None:
                    return found
        return None


def switch(name, cases):
    """The type that the field `name` before it chooses."""
    def choose(value):
        if value[name] not in cases:
            raise Malformed(f"{name} {value[name]} has no meaning")
        return cases[value[name]]
    return choose


def decode(kind, data):
    reader = Reader(data)
    value = kind.read(reader)
    if not reader.ended:
        raise Malformed(f"{len(data) - reader.position} bytes after the last field")
    return value


U8, U16, U32, U64, TIME = UInt(1), UInt(2), UInt(4), UInt(8), UInt(8)
BOOL, LENGTH, BYTES, REST, ID = UInt(1, {0: "false", 1: "true"}), Length(), Bytes(), Rest(), UUID()
KEY, SIGNATURE, POINT, NOTHING = Opaque(32), Opaque(64), Opaque(65), Struct()
EXTENSIONS = Extensions()
