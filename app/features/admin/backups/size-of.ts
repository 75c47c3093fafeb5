/** For example `19.4 MB`. */
export function sizeOf(bytes: number): string {
  const units = ['bytes', 'KB', 'MB', 'GB', 'TB']
  const power = Math.min(units.length - 1, Math.floor(Math.log(Math.max(1, bytes)) / Math.log(1000)))
  return `${(bytes / 1000 ** power).toLocaleString('en-US', { maximumFractionDigits: 1 })} ${units[power]}`
}
