/** The same moment so many calendar months earlier, UTC, in milliseconds; where that day is missing, the first after it. */
export function monthsBefore(at: number, months: number): number {
  const moment = new Date(at)
  moment.setUTCMonth(moment.getUTCMonth() - months)
  return moment.getTime()
}
