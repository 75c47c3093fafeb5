/** Values for three to six lines from 0 to a round number at or above `most`, each with at most two digits that are not 0. */
export function scaleLines(most: number): number[] {
  const rough = Math.max(most, 4) / 4
  const power = 10 ** Math.floor(Math.log10(rough))
  const size = [1, 2, 5, 10].map((factor) => factor * power).find((step) => step >= rough) ?? 10 * power
  return Array.from({ length: Math.ceil(Math.max(most, 4) / size) + 1 }, (_, n) => n * size)
}

/** Which of `count` points get a label: the first one and then evenly, `most` at most. */
export function labelPlaces(count: number, most: number): number[] {
  const step = Math.max(1, Math.ceil(count / most))
  return Array.from({ length: Math.ceil(count / step) }, (_, n) => n * step)
}
