/** Lines of a scale from 0 to a round number at or above `most`, four or five of them. */
export function scaleLines(most: number): number[] {
  const rough = Math.max(most, 4) / 4
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = [1, 2, 2.5, 5, 10]
    .map((factor) => factor * power)
    .find((size) => size >= rough && size % 1 === 0)
  const size = step ?? Math.ceil(rough)
  return Array.from({ length: Math.ceil(Math.max(most, 4) / size) + 1 }, (_, n) => n * size)
}

/** Places of at most `most` labels along `count` points, evenly and with the first among them. */
export function labelPlaces(count: number, most: number): number[] {
  const step = Math.max(1, Math.ceil(count / most))
  return Array.from({ length: Math.ceil(count / step) }, (_, n) => n * step)
}
