import { endOfDay, startOfDay } from '#app/lib/site-day.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import type { EventTable } from '#app/platform/db/schema/analytics.ts'

import { type Dimension, OTHER } from './dimensions.ts'
import { eventsBetween } from './events-between.server.ts'

/** Counts each dimension independently of the rollup code, so that errors there show as differences. */
const checks = {
  all: (event) => (event.kind === 'web_vitals' ? null : ''),
  path: (event) => (event.kind === 'page_view' ? event.path : null),
  referrer: (event) => (event.kind === 'page_view' ? event.referrer : null),
  utm: (event) => (event.kind === 'page_view' ? event.utm : null),
  country: (event) => (event.kind === 'page_view' ? event.country : null),
  device: (event) => (event.kind === 'page_view' ? event.device : null),
  language: (event) => (event.kind === 'page_view' ? event.language : null),
  service: (event) => (event.kind === 'service_inquiry' ? event.service : null),
} as const satisfies Partial<Record<Dimension, (event: EventTable) => string | null>>

const dimensions = Object.keys(checks) as (keyof typeof checks)[]

/** Visitors held in memory at once, each with their keys; about 20 MB. */
const VISITORS_A_PASS = 20_000

type Figure = { n: number; visitors: number }
type Figures = { dimension: keyof typeof checks; rolled: Map<string, Figure>; found: Map<string, Figure> }

export async function findDrift(ctx: Ctx, day: string): Promise<number> {
  const figures = await readFigures(ctx, day)
  // Each pass counts a part of the visitors, to bound memory.
  const all = figures.find(({ dimension }) => dimension === 'all')?.rolled.get('')
  const passes = all ? Math.max(1, Math.ceil(all.visitors / VISITORS_A_PASS)) : 1
  for (let pass = 0; pass < passes; pass += 1) await countEvents(ctx, day, figures, { pass, passes })
  return figures.reduce((drift, one) => drift + differences(one), 0)
}

async function readFigures(ctx: Ctx, day: string): Promise<Figures[]> {
  const rows = await ctx.db
    .selectFrom('roll_day')
    .select(['dimension', 'key', 'n', 'visitors'])
    .where('dimension', 'in', dimensions)
    .where('day', '=', day)
    .execute()
  return dimensions.map((dimension) => {
    const ofIt = rows.filter((row) => row.dimension === dimension)
    return { dimension, rolled: new Map(ofIt.map((row) => [row.key, row])), found: new Map() }
  })
}

async function countEvents(
  ctx: Ctx,
  day: string,
  figures: readonly Figures[],
  { pass, passes }: { pass: number; passes: number },
): Promise<void> {
  const { timeZone } = await ctx.site(ctx)
  const met = new Set<string>()
  for await (const events of eventsBetween(ctx, startOfDay(day, timeZone), endOfDay(day, timeZone)))
    for (const event of events) {
      const isOfPass = event.visitor !== null && partOf(event.visitor, passes) === pass
      if (pass > 0 && !isOfPass) continue
      for (const { dimension, found, rolled } of figures) {
        const key = checks[dimension](event)
        if (key === null) continue
        const figure = figureOf(found, rolled.has(key) ? key : OTHER)
        if (pass === 0) figure.n += 1
        const name = `${dimension}\n${key}\n${event.visitor}`
        if (!isOfPass || met.has(name)) continue
        met.add(name)
        figure.visitors += 1
      }
    }
}

function figureOf(figures: Map<string, Figure>, key: string): Figure {
  const known = figures.get(key)
  if (known) return known
  const fresh = { n: 0, visitors: 0 }
  figures.set(key, fresh)
  return fresh
}

function partOf(visitor: string, parts: number): number {
  let sum = 0
  for (const byte of Buffer.from(visitor)) sum = (sum * 31 + byte) % 65_521
  return sum % parts
}

function differences({ rolled, found }: Figures): number {
  // A day that reached its key limit can be compared only by its sum.
  if (rolled.has(OTHER)) return sumOf(rolled) === sumOf(found) ? 0 : 1
  const keys = new Set([...rolled.keys(), ...found.keys()])
  return [...keys].filter((key) => {
    const [one, other] = [rolled.get(key), found.get(key)]
    return one?.n !== other?.n || one?.visitors !== other?.visitors
  }).length
}

function sumOf(figures: Map<string, Figure>): number {
  return [...figures.values()].reduce((sum, { n }) => sum + n, 0)
}
