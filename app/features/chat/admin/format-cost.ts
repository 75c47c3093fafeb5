/** What a reply costs is a fraction of a cent: millionths of a dollar, shown to a hundredth of a cent. */
export function formatCost(micros: number): string {
  const isTiny = micros > 0 && micros < 100
  return isTiny ? '< $0.0001' : `$${(micros / 1_000_000).toFixed(4)}`
}
