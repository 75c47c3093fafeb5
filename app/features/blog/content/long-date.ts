/** A day in long US-English form, such as November 21, 2026, as it is where the business is. */
export function longDate(at: number, timeZone: string): string {
  return new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone }).format(at)
}
