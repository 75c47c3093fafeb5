/** Made once for each zone, of which there is one: making one costs as much as some fifty dates. */
const formats = new Map<string, Intl.DateTimeFormat>()

/** A day in long US-English form, such as November 21, 2026, as it is where the business is. */
export function longDate(at: number, timeZone: string): string {
  const format = formats.get(timeZone) ?? new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone })
  formats.set(timeZone, format)
  return format.format(at)
}
