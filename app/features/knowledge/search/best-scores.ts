type Scored = { number: number; score: number }

/** Returns the numbers with the highest scores, best first; those without a score are omitted. */
export function bestScores(scores: Float64Array, limit: number): Scored[] {
  const best: Scored[] = []
  let least = 0
  // Plain loops: entries() would allocate a pair per passage, and findLastIndex() made a search a fifth slower.
  for (let number = 0; number < scores.length; number += 1) {
    const score = scores[number]
    if (score === undefined || score <= least) continue
    let at = best.length
    for (let last = best[at - 1]; last && last.score < score; last = best[at - 1]) at -= 1
    best.splice(at, 0, { number, score })
    if (best.length > limit) best.pop()
    const worst = best.at(-1)
    if (worst && best.length === limit) least = worst.score
  }
  return best
}
