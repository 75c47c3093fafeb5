const MAX_STYLES = 500_000

/** Returns the colours that occur most often in styles, without greys. */
export function mostUsedColours(styles: string): string[] {
  const counts = new Map<string, number>()
  for (const [colour] of styles.slice(0, MAX_STYLES).matchAll(/#[\da-f]{6}\b/gi)) {
    const parts = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16))
    if (Math.max(...parts) - Math.min(...parts) < 24) continue
    const before = counts.get(colour.toLowerCase())
    counts.set(colour.toLowerCase(), before === undefined ? 1 : before + 1)
  }
  return [...counts]
    .toSorted(([, one], [, other]) => other - one)
    .map(([colour]) => colour)
    .slice(0, 3)
}
