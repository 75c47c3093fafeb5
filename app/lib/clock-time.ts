/** For example `02:10`, in that time zone; with the date where that is another day than `now`'s. */
export function clockTime(at: number, { timeZone, now }: { timeZone: string; now: number }): string {
  const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone })
  const time = new Intl.DateTimeFormat('en-US', {
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone,
  })
  return day.format(at) === day.format(now) ? time.format(at) : `${day.format(at)}, ${time.format(at)}`
}
