import { setImmediate as yieldToOthers } from 'node:timers/promises'

import { readTimeZone } from '#app/lib/time-zones.ts'

/** Codes of former countries and of regions that are not countries; their time zones belong to current ones. */
const formerRegions = new Set(
  'AN BU CS CT DD DY FQ FX HV JT MI NH NQ NT PC PU PZ RH SU TP UK VD WK YD YU ZR EU EZ UN QO XA XB ZZ'.split(
    ' ',
  ),
)

let byZone: Promise<ReadonlyMap<string, string>> | undefined

/** Returns the visitor's country by the browser's time zone, or else by the first language that names a region. */
export async function countryOf(timeZone: string | null, acceptLanguage: string): Promise<string | null> {
  const zone = timeZone && canonicalZone(timeZone)
  const zones = zone ? await (byZone ??= readZones()) : null
  return (zone && zones?.get(zone)) || regionOfLanguage(acceptLanguage)
}

/** Regions read between two turns of the event loop; takes about 6 ms. */
const BATCH = 26

/** Returns the country of each of the 415 time zones that the runtime knows (Unicode CLDR). */
async function readZones(): Promise<ReadonlyMap<string, string>> {
  const zones = new Map<string, string>()
  for (let n = 0; n < 26 * 26; n += 1) {
    if (n % BATCH === 0) await yieldToOthers()
    const region = String.fromCodePoint(65 + Math.floor(n / 26), 65 + (n % 26))
    if (formerRegions.has(region)) continue
    for (const zone of zonesOf(region)) zones.set(zone, region)
  }
  return zones
}

/** TypeScript's library lacks this method (ECMA-402, Intl Locale Info). */
function zonesOf(region: string): readonly string[] {
  const locale = new Intl.Locale(`und-${region}`) as Intl.Locale & { getTimeZones?(): string[] | undefined }
  return locale.getTimeZones?.() ?? []
}

const canonical = new Map<string, string | null>()

/** Maps aliases such as Asia/Calcutta to one name; returns null for an unknown zone. */
function canonicalZone(zone: string): string | null {
  const known = canonical.get(zone)
  if (known !== undefined) return known
  const found = readTimeZone(zone)
  if (canonical.size > 2000) canonical.clear()
  canonical.set(zone, found)
  return found
}

function regionOfLanguage(acceptLanguage: string): string | null {
  const region = /(?:^|,)\s*[a-z]{2,3}(?:-[a-z]{4})?-([a-z]{2})\b/i.exec(acceptLanguage.slice(0, 200))?.[1]
  return region && !formerRegions.has(region.toUpperCase()) ? region.toUpperCase() : null
}
