export type Cbor = number | string | boolean | null | Uint8Array | Cbor[] | Map<number | string, Cbor>

/** Encodes CBOR in its shortest form, as authenticators do. */
export function writeCbor(value: Cbor): Buffer {
  if (value === null) return Buffer.from([0xf6])
  if (typeof value === 'boolean') return Buffer.from([value ? 0xf5 : 0xf4])
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (value instanceof Uint8Array) return Buffer.concat([head(2, value.length), value])
  if (Array.isArray(value)) return Buffer.concat([head(4, value.length), ...value.map(writeCbor)])
  const entries = [...value].flatMap(([key, held]) => [writeCbor(key), writeCbor(held)])
  return Buffer.concat([head(5, value.size), ...entries])
}

function head(kind: number, size: number): Buffer {
  const first = kind << 5
  if (size < 24) return Buffer.from([first | size])
  if (size < 0x100) return Buffer.from([first | 24, size])
  const long = Buffer.alloc(size < 0x10000 ? 3 : 5)
  long[0] = first | (size < 0x10000 ? 25 : 26)
  long.writeUIntBE(size, 1, long.length - 1)
  return long
}
