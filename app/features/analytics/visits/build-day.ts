import { MINUTE } from '#app/platform/clock.ts'
import type { EventTable } from '#app/platform/db/schema/analytics.ts'

import { MOST_KEYS, OTHER } from '../rollups/dimensions.ts'
import { type Vital, vitalBucket, vitalStep } from '../rollups/vital-buckets.ts'

import type { Act, DayVisits } from './day-visits.ts'

/** Indexes of origins must fit into 16 bits. */
const MOST_ORIGINS = 60_000

type Dictionary = { keys: (string | null)[]; indexOf(key: string | null): number }

function createDictionary(): Dictionary {
  const keys: (string | null)[] = [null]
  const known = new Map<string, number>()
  const add = (key: string): number => {
    const index = keys.push(key) - 1
    known.set(key, index)
    return index
  }
  return {
    keys,
    indexOf(key) {
      if (key === null) return 0
      const index = known.get(key)
      if (index !== undefined) return index
      return keys.length <= MOST_KEYS ? add(key) : (known.get(OTHER) ?? add(OTHER))
    },
  }
}

type View = { minute: number; path: number; origin: number }
type Measured = { visitor: string; path: number } & Record<Vital, number>

export type DayBuilder = {
  /** The events must be in order. */
  add(events: Iterable<EventTable>): void
  build(): DayVisits
}

/** Groups a day's events by visit. Visitors are known while building, but not part of the result. */
export function createDayBuilder(start: number): DayBuilder {
  const [paths, referrers, campaigns, countries, devices, languages] = Array.from(
    { length: 6 },
    createDictionary,
  ) as [Dictionary, Dictionary, Dictionary, Dictionary, Dictionary, Dictionary]
  const origins: [number, number, number, number, number][] = []
  const originIndex = new Map<string, number>()
  const visitOf = new Map<string, number>()
  const views: View[][] = []
  const acts: Act[] = []
  const measured: Measured[] = []

  function visitOfVisitor(visitor: string): number {
    const known = visitOf.get(visitor)
    if (known !== undefined) return known
    const visit = views.push([]) - 1
    visitOf.set(visitor, visit)
    return visit
  }

  function originOf({ referrer, utm, country, device, language }: EventTable): number {
    const own = [countries.indexOf(country), devices.indexOf(device), languages.indexOf(language)] as const
    const isFull = origins.length >= MOST_ORIGINS
    const other = (key: string | null) => (isFull && key !== null ? OTHER : key)
    const origin = [referrers.indexOf(other(referrer)), campaigns.indexOf(other(utm)), ...own] as const
    const name = origin.join(' ')
    const known = originIndex.get(name)
    if (known !== undefined) return known
    const index = origins.push([...origin]) - 1
    originIndex.set(name, index)
    return index
  }

  function addEvent(event: EventTable): void {
    const { kind, visitor, path } = event
    const minute = Math.max(0, Math.floor((event.at - start) / MINUTE))
    if (kind === 'web_vitals') {
      if (visitor !== null)
        measured.push({
          visitor,
          path: paths.indexOf(path),
          lcp: bucketNumber('lcp', event.lcp),
          cls: bucketNumber('cls', event.cls),
          inp: bucketNumber('inp', event.inp),
        })
      return
    }
    const visit = visitor === null ? null : visitOfVisitor(visitor)
    if (kind === 'page_view') {
      if (visit !== null) views[visit]?.push({ minute, path: paths.indexOf(path), origin: originOf(event) })
      return
    }
    const { landing, service, referrer, utm, country, device, language } = event
    acts.push({ kind, minute, visit, path, landing, service, referrer, utm, country, device, language })
  }

  return {
    add(events) {
      for (const event of events) addEvent(event)
    },
    build() {
      const all = views.flatMap((some) => some.toSorted((one, other) => one.minute - other.minute))
      let passed = 0
      // A measurement whose visitor viewed no page today belongs to a page of yesterday.
      const vitals = measured.flatMap((one) => {
        const visit = visitOf.get(one.visitor)
        return visit === undefined ? [] : [{ ...one, visit }]
      })
      const starts = views.map(({ length }) => (passed += length) - length)
      const originColumn = (n: 0 | 1 | 2 | 3 | 4) => Uint16Array.from(origins, (origin) => origin[n])
      return {
        paths: paths.keys,
        referrers: referrers.keys,
        campaigns: campaigns.keys,
        countries: countries.keys,
        devices: devices.keys,
        languages: languages.keys,
        acts,
        starts: Uint32Array.from([...starts, all.length]),
        minute: Uint16Array.from(all, (view) => view.minute),
        path: Uint16Array.from(all, (view) => view.path),
        origin: Uint16Array.from(all, (view) => view.origin),
        originReferrer: originColumn(0),
        originCampaign: originColumn(1),
        originCountry: originColumn(2),
        originDevice: originColumn(3),
        originLanguage: originColumn(4),
        vitalVisit: Uint32Array.from(vitals, ({ visit }) => visit),
        vitalPath: Uint16Array.from(vitals, ({ path }) => path),
        lcp: Uint16Array.from(vitals, ({ lcp }) => lcp),
        cls: Uint16Array.from(vitals, ({ cls }) => cls),
        inp: Uint16Array.from(vitals, ({ inp }) => inp),
      }
    },
  }
}

function bucketNumber(vital: Vital, value: number | null): number {
  const bucket = vitalBucket(vital, value)
  return bucket === null ? 0 : Number(bucket) / vitalStep(vital) + 1
}
