/** Of reciprocal rank fusion (Cormack, Clarke and Büttcher, 2009). */
const K = 60

/** Joins lists of ids, each best first, into one: what several lists have near their top comes first. */
export function fuseRanks(lists: readonly (readonly string[])[]): string[] {
  const scores = new Map<string, number>()
  for (const list of lists)
    for (const [rank, id] of list.entries()) scores.set(id, (scores.get(id) ?? 0) + 1 / (K + rank + 1))
  return [...scores].sort(([, a], [, b]) => b - a).map(([id]) => id)
}
