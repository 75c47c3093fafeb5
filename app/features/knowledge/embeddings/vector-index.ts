import { createDotProduct, STEP } from './dot-product.ts'

export type NearPassage = { id: string; cosine: number }

/** Vectors in memory, a byte a dimension: a fiftieth of a point of cosine is lost, and three quarters of the memory won. */
export type VectorIndex = {
  add(id: string, bytes: Int8Array): void
  remove(id: string): void
  has(id: string): boolean
  ids(): Iterable<string>
  /** Best first. */
  search(vector: Int8Array, limit: number): NearPassage[]
  readonly size: number
}

/** A vector of any length by its direction alone. */
export function toBytes(vector: Iterable<number>): Int8Array {
  const values = [...vector]
  const largest = values.reduce((most, value) => Math.max(most, Math.abs(value)), 0)
  const scale = largest === 0 ? 0 : 127 / largest
  return Int8Array.from(values, (value) => Math.round(value * scale))
}

const PAGE = 65_536

export function createVectorIndex(dimensions: number): VectorIndex {
  const { memory, dot } = createDotProduct()
  /** Bytes from one row to the next, the last of them zero. */
  const stride = Math.ceil(dimensions / STEP) * STEP
  // The first row is the question's.
  let matrix = new Int8Array(memory.buffer)
  let lengths = new Float64Array(64)
  const ids: string[] = []
  const rows = new Map<string, number>()
  const startOf = (row: number) => (row + 1) * stride

  function makeRoom(): void {
    const row = ids.length
    const missing = startOf(row + 1) - matrix.length
    if (missing > 0) {
      memory.grow(Math.max(Math.ceil(missing / PAGE), matrix.length / PAGE / 2))
      matrix = new Int8Array(memory.buffer)
    }
    if (row < lengths.length) return
    const longer = new Float64Array(lengths.length * 2)
    longer.set(lengths)
    lengths = longer
  }

  return {
    add(id, bytes) {
      if (bytes.length !== dimensions || rows.has(id)) return
      makeRoom()
      const row = ids.length
      matrix.set(bytes, startOf(row))
      lengths[row] = lengthOf(bytes)
      ids.push(id)
      rows.set(id, row)
    },
    remove(id) {
      const row = rows.get(id)
      const last = ids.length - 1
      const lastId = ids[last]
      if (row === undefined || lastId === undefined) return
      // The last takes its place: the matrix has no holes.
      matrix.copyWithin(startOf(row), startOf(last), startOf(last) + dimensions)
      lengths[row] = lengths[last] ?? 0
      ids[row] = lastId
      rows.set(lastId, row)
      rows.delete(id)
      ids.pop()
    },
    has: (id) => rows.has(id),
    ids: () => rows.keys(),
    search(vector, limit) {
      const own = lengthOf(vector)
      if (own === 0 || vector.length !== dimensions) return []
      matrix.set(vector)
      const near: NearPassage[] = []
      let least = -Infinity
      for (let row = 0; row < ids.length; row += 1) {
        const cosine = dot(startOf(row), 0, stride) / (own * (lengths[row] || 1))
        if (cosine <= least) continue
        near.push({ id: ids[row] ?? '', cosine })
        if (near.length < 2 * limit) continue
        near.sort((a, b) => b.cosine - a.cosine)
        near.length = limit
        least = near.at(-1)?.cosine ?? least
      }
      return near.sort((a, b) => b.cosine - a.cosine).slice(0, limit)
    },
    get size() {
      return ids.length
    },
  }
}

function lengthOf(bytes: Int8Array): number {
  let sum = 0
  for (const value of bytes) sum += value * value
  return Math.sqrt(sum)
}
