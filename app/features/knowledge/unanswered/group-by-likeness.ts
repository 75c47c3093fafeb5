/** The share of two questions' terms together that both must have (Jaccard) to count as one. */
const ALIKE = 0.5

type Comparable = { terms: ReadonlySet<string> }

/** Puts each with the first group whose first member is like it; the order within and between groups is kept. */
export function groupByLikeness<One extends Comparable>(all: readonly One[]): [One, ...One[]][] {
  const groups: [One, ...One[]][] = []
  for (const one of all) {
    const group = groups.find(([first]) => likeness(first.terms, one.terms) >= ALIKE)
    if (group) group.push(one)
    else groups.push([one])
  }
  return groups
}

function likeness(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const shared = [...a].filter((term) => b.has(term)).length
  const together = a.size + b.size - shared
  return together === 0 ? 0 : shared / together
}
