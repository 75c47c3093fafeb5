const browsers = [
  ['Edge', /\bEdg(e|A|iOS)?\//],
  ['Opera', /\bOPR\//],
  ['Firefox', /\b(Firefox|FxiOS)\//],
  ['Chrome', /\b(Chrome|CriOS)\//],
  ['Safari', /\bSafari\//],
] as const

const systems = [
  ['Android', /Android/],
  ['iOS', /iPhone|iPad/],
  ['Windows', /Windows/],
  ['macOS', /Macintosh/],
  ['Linux', /Linux/],
] as const

/** Returns browser and system, such as `Firefox on Windows`, so that a member recognises the session. */
export function describeDevice(userAgent: string | null): string {
  const nameIn = (list: readonly (readonly [string, RegExp])[]) =>
    userAgent === null ? undefined : list.find(([, pattern]) => pattern.test(userAgent))?.[0]
  return `${nameIn(browsers) ?? 'Unknown browser'} on ${nameIn(systems) ?? 'unknown system'}`
}
