import { assertDefined } from '#app/lib/assert-defined.ts'

/** What can be stored as it is: the postings of all terms in one array, which takes a third of the memory of lists. */
export type PackedPostings = {
  /** The terms' positions, from 0. */
  terms: ReadonlyMap<string, number>
  /** Where the postings of each term start, by its position; then where the last ones end. */
  starts: Uint32Array<ArrayBuffer>
  all: Uint32Array<ArrayBuffer>
}

export type Postings = ReturnType<typeof createPostings>

const none: PackedPostings = { terms: new Map(), starts: new Uint32Array(1), all: new Uint32Array() }

/**
 * The passages that contain a term, each as `passage number * 256 + count`, which is below 2^31 for 8 million passages.
 * Postings that were added after the last packing are kept in lists, one for each term.
 */
export function createPostings(packed: PackedPostings = none) {
  const lists = new Map<string, number[]>()
  let added = 0

  function* terms(): Iterable<string> {
    yield* packed.terms.keys()
    for (const term of lists.keys()) if (!packed.terms.has(term)) yield term
  }

  /** Returns a term's postings in the order of adding: first the packed ones, then those of its list. */
  function of(term: string): (Iterable<number> & { readonly length: number })[] {
    const at = packed.terms.get(term)
    const list = lists.get(term)
    const parts = at === undefined ? [] : [packed.all.subarray(packed.starts[at], packed.starts[at + 1])]
    return list ? [...parts, list] : parts
  }

  return {
    packed,
    terms,
    of,
    add(term: string, posting: number): void {
      const list = lists.get(term) ?? []
      lists.set(term, list)
      list.push(posting)
      added += 1
    },
    /** Counts the terms that occur once in all live passages together. */
    countOnce(isLive: (number: number) => boolean): number {
      let once = 0
      for (const term of terms()) {
        let count = 0
        for (const part of of(term))
          for (const posting of part) {
            if (isLive(posting >> 8)) count += posting & 255
            if (count > 1) break
          }
        if (count === 1) once += 1
      }
      return once
    },
    /** The number of postings in lists. */
    get added() {
      return added
    },
    /**
     * Nothing may be added meanwhile.
     * @param renumbered the passages' new numbers by the present ones; −1 drops a passage
     * @param turn lets others run
     */
    async pack(renumbered: Int32Array, turn: () => Promise<void>): Promise<PackedPostings> {
      const all = new Uint32Array(packed.all.length + added)
      const starts = new Uint32Array(packed.terms.size + lists.size + 1)
      const positions = new Map<string, number>()
      let end = 0
      for (const term of terms()) {
        const start = end
        for (const part of of(term))
          for (const posting of part) {
            const number = assertDefined(renumbered[posting >> 8], 'every posting is of a passage')
            if (number < 0) continue
            all[end] = number * 256 + (posting & 255)
            end += 1
          }
        if (end > start) {
          positions.set(term, positions.size)
          starts[positions.size] = end
        }
        await turn()
      }
      return {
        terms: positions,
        starts: starts.slice(0, positions.size + 1),
        all: new Uint32Array(all.buffer.transfer(end * Uint32Array.BYTES_PER_ELEMENT)),
      }
    },
  }
}
