import { assertDefined } from '#app/lib/assert-defined.ts'

import { createDotProduct, STEP } from './dot-product.ts'

export type NearPassage = { id: string; cosine: number }

/** Vectors in memory. One byte per dimension takes a quarter of the memory of floats and loses little precision. */
export type VectorIndex = {
  add(id: string, bytes: Int8Array): void
  remove(id: string): void
  has(id: string): boolean
  ids(): Iterable<string>
  search(vector: Int8Array, limit: number, isFindable?: (id: string) => boolean): NearPassage[]
  /** Returns the average cosine of all vectors with this one; 0 if there are none. */
  meanCosine(vector: Int8Array): number
  readonly size: number
}

/** Scales a vector to bytes; only its direction matters. */
export function toBytes(vector: Iterable<number>): Int8Array {
  const values = [...vector]
  const largest = values.reduce((most, value) => Math.max(most, Math.abs(value)), 0)
  const scale = largest === 0 ? 0 : 127 / largest
  return Int8Array.from(values, (value) => Math.round(value * scale))
}

const PAGE = 65_536

export function createVectorIndex(dimensions: number): VectorIndex {
  const { memory, dot } = createDotProduct()
  const stride = Math.ceil(dimensions / STEP) * STEP
  let matrix = new Int8Array(memory.buffer)
  const held: { id: string; length: number }[] = []
  const rows = new Map<string, number>()
  const sum = new Float64Array(dimensions)
  /** The first row of the memory holds the query vector. */
  const startOf = (row: number) => (row + 1) * stride

  function addToSum(start: number, sign: 1 | -1, length: number): void {
    for (let at = 0; at < dimensions; at += 1)
      sum[at] = valueAt(sum, at) + (sign * valueAt(matrix, start + at)) / (length || 1)
  }

  function makeRoom(): void {
    const missing = startOf(held.length + 1) - matrix.length
    if (missing <= 0) return
    memory.grow(Math.max(Math.ceil(missing / PAGE), matrix.length / PAGE / 2))
    matrix = new Int8Array(memory.buffer)
  }

  return {
    add(id, bytes) {
      if (bytes.length !== dimensions || rows.has(id)) return
      makeRoom()
      matrix.set(bytes, startOf(held.length))
      rows.set(id, held.length)
      held.push({ id, length: lengthOf(bytes) })
      addToSum(startOf(held.length - 1), 1, lengthOf(bytes))
    },
    remove(id) {
      const row = rows.get(id)
      if (row === undefined) return
      rows.delete(id)
      addToSum(startOf(row), -1, assertDefined(held[row], 'a vector that has a row is held').length)
      const last = assertDefined(held.pop(), 'a vector that has a row is held')
      if (last.id === id) return
      // The matrix must have no gaps, so the last vector replaces the removed one.
      matrix.copyWithin(startOf(row), startOf(held.length), startOf(held.length) + dimensions)
      held[row] = last
      rows.set(last.id, row)
    },
    has: (id) => rows.has(id),
    ids: () => rows.keys(),
    search(vector, limit, isFindable = () => true) {
      const own = lengthOf(vector)
      if (own === 0 || vector.length !== dimensions) return []
      matrix.set(vector)
      const near: NearPassage[] = []
      let least = -Infinity
      let start = startOf(0)
      for (const { id, length } of held) {
        const cosine = dot(start, 0, stride) / (own * (length || 1))
        start += stride
        if (cosine <= least || !isFindable(id)) continue
        near.push({ id, cosine })
        if (near.length < 2 * limit) continue
        near.sort(byCosine).length = limit
        least = near.at(-1)?.cosine ?? least
      }
      return near.sort(byCosine).slice(0, limit)
    },
    meanCosine(vector) {
      if (vector.length !== dimensions) return 0
      let dotSum = 0
      for (const [at, value] of sum.entries()) dotSum += value * valueAt(vector, at)
      return dotSum / ((lengthOf(vector) || 1) * Math.max(1, held.length))
    },
    get size() {
      return held.length
    },
  }
}

function byCosine(a: NearPassage, b: NearPassage): number {
  return b.cosine - a.cosine
}

function lengthOf(bytes: Int8Array): number {
  let sum = 0
  for (const value of bytes) sum += value * value
  return Math.sqrt(sum)
}

function valueAt(values: ArrayLike<number>, at: number): number {
  return assertDefined(values[at], 'all vectors have the same dimensions')
}
