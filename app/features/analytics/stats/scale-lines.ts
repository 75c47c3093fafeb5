/** Returns three to six values from 0 to a round number not below `most`, each with at most two non-zero digits. */
export function scaleLines(most: number): number[] {
  const rough = Math.max(most, 4) / 4
  const power = 10 ** Math.floor(Math.log10(rough))
  const size = [1, 2, 5, 10].map((factor) => factor * power).find((step) => step >= rough) ?? 10 * power
  return Array.from({ length: Math.ceil(Math.max(most, 4) / size) + 1 }, (_, n) => n * size)
}

/** Returns the indexes of points with labels: the first one, then evenly spaced, at most `most`. */
export function labelPlaces(count: number, most: number): number[] {
  const step = Math.max(1, Math.ceil(count / most))
  return Array.from({ length: Math.ceil(count / step) }, (_, n) => n * step)
}
