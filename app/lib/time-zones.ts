/** Returns the platform's name of the time zone, or null if it is unknown. */
export function readTimeZone(typed: string | null | undefined): string | null {
  if (!typed || typed.length > 60) return null
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: typed }).resolvedOptions().timeZone
  } catch {
    return null
  }
}

/** Returns this device's time zone, or null if the browser does not know it: some say Etc/Unknown or nothing. */
export function readDeviceTimeZone(): string | null {
  return readTimeZone(new Intl.DateTimeFormat().resolvedOptions().timeZone)
}

/** Returns UTC and all time zones of the runtime, by their IANA names. */
export function listTimeZones(): string[] {
  return ['UTC', ...Intl.supportedValuesOf('timeZone')]
}
