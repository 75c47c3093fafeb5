import { sql } from 'kysely'

import { dayOf } from '#app/lib/site-day.ts'
import { SECOND } from '#app/platform/clock.ts'
import type { Ctx } from '#app/platform/context.server.ts'

import { type Dimension, MOST_KEYS, openDimensions, OTHER, type StoredEvent } from './dimensions.ts'
import { seenLabels } from './seen.server.ts'
import { addHour, type DayCount, dayCount, type Folded, foldEvents, type Sighting } from './fold-events.ts'

/** Bounds the time for which a frozen instance can delay the others. */
const BOUNDS = { wait: 5 * SECOND, idle: 2 * SECOND }

/**
 * Lets one process count at a time, so that a day's key limit holds and a recount misses nothing. Only counting waits
 * for this lock: inquiries and chats are counted from the outbox.
 */
export async function lockRollups(ctx: Ctx): Promise<void> {
  await ctx.engine.lockUntilCommit(ctx.db, 'analytics', BOUNDS)
}

/** Rows per statement: PostgreSQL allows 65,535 parameters, SQLite 32,766. */
export const ROWS_A_STATEMENT = 500

type Adding = {
  refused?: ReadonlyMap<string, number> | undefined
  /** The day of all these events, to add them to its draft; without it, they are added to the visible figures. */
  draft?: string
}

type Sums = 'roll_day' | 'roll_draft'

/** Adds events and refusals to the sums, or to a recounted day's draft. The caller holds `lockRollups`. */
export async function addToRollups(
  ctx: Ctx,
  events: readonly StoredEvent[],
  { refused = new Map(), draft }: Adding,
): Promise<void> {
  const { timeZone } = await ctx.site(ctx)
  const sums = draft === undefined ? 'roll_day' : 'roll_draft'
  const folded = foldEvents(events, timeZone)
  for (const [reason, n] of refused)
    dayCount(folded.days, { dimension: 'refused', day: dayOf(ctx.clock.now(), timeZone), key: reason }).n += n
  await boundKeys(ctx, sums, folded)
  const labels = await seenLabels(ctx, { isDraft: draft !== undefined })
  for (const sighting of await insertSightings(ctx, [...folded.sightings.values()], labels)) {
    dayCount(folded.days, sighting).visitors += 1
    if (sighting.dimension === 'all') addHour(folded.hours, sighting.hour, 'visitor')
  }
  if (draft !== undefined)
    for (const { hour, kind, n } of folded.hours.values())
      dayCount(folded.days, { dimension: 'hour', day: draft, key: `${hour} ${kind}` }).n += n
  await addDayCounts(ctx, sums, [...folded.days.values()])
  if (draft === undefined) await addHourCounts(ctx, folded)
}

/** Counts new keys as `other` once a day has reached its limit. */
async function boundKeys(ctx: Ctx, sums: Sums, folded: Folded): Promise<void> {
  const open = [...folded.days.values()].filter(({ dimension }) => openDimensions.has(dimension))
  for (const [name, counts] of Map.groupBy(open, ({ dimension, day }) => `${dimension}\n${day}`)) {
    const [dimension, day] = name.split('\n') as [Dimension, string]
    const stored = await findKeys(ctx, sums, dimension, day, counts)
    const fresh = counts.filter(({ key }) => !stored.has(key) && key !== OTHER)
    if (fresh.length === 0) continue
    const room = MOST_KEYS - (await countKeys(ctx, sums, dimension, day))
    for (const count of fresh.slice(Math.max(0, room))) moveToOther(folded, count)
  }
}

async function findKeys(
  ctx: Ctx,
  sums: Sums,
  dimension: Dimension,
  day: string,
  counts: readonly DayCount[],
): Promise<Set<string>> {
  const rows = await ctx.db
    .selectFrom(sums)
    .select('key')
    .where('dimension', '=', dimension)
    .where('day', '=', day)
    .where(
      'key',
      'in',
      counts.map(({ key }) => key),
    )
    .execute()
  return new Set(rows.map(({ key }) => key))
}

async function countKeys(ctx: Ctx, sums: Sums, dimension: Dimension, day: string): Promise<number> {
  const row = await ctx.db
    .selectFrom(sums)
    .select((select) => select.fn.countAll<number>().as('n'))
    .where('dimension', '=', dimension)
    .where('day', '=', day)
    .where('key', '!=', OTHER)
    .executeTakeFirstOrThrow()
  return row.n
}

function moveToOther({ days, sightings }: Folded, count: DayCount): void {
  const { dimension, day, key, n } = count
  days.delete(`${dimension}\n${day}\n${key}`)
  dayCount(days, { dimension, day, key: OTHER }).n += n
  for (const [name, sighting] of sightings) {
    if (sighting.dimension !== dimension || sighting.day !== day || sighting.key !== key) continue
    sightings.delete(name)
    sightings.set(`${dimension}\n${day}\n${sighting.visitor}\n${OTHER}`, { ...sighting, key: OTHER })
  }
}

/** Inserts sightings and returns those that are the first of the day; the database decides for all processes. */
async function insertSightings(
  ctx: Ctx,
  sightings: Sighting[],
  label: (day: string) => string,
): Promise<Sighting[]> {
  const first: Sighting[] = []
  const nameOf = (row: Omit<Sighting, 'hour'>) => `${row.day}\n${row.dimension}\n${row.key}\n${row.visitor}`
  for (const some of chunksOf(sightings, ROWS_A_STATEMENT)) {
    const byName = new Map(
      some.map((sighting) => [nameOf({ ...sighting, day: label(sighting.day) }), sighting]),
    )
    const rows = await ctx.db
      .insertInto('seen')
      .values(some.map(({ day, dimension, key, visitor }) => ({ day: label(day), dimension, key, visitor })))
      .onConflict((conflict) => conflict.doNothing())
      .returning(['day', 'dimension', 'key', 'visitor'])
      .execute()
    for (const row of rows) {
      const sighting = byName.get(nameOf(row as Omit<Sighting, 'hour'>))
      if (sighting) first.push(sighting)
    }
  }
  return first
}

/** Sorts the counts, so that concurrent writers lock rows in the same order. */
export async function addDayCounts(ctx: Ctx, sums: Sums, counts: DayCount[]): Promise<void> {
  const sorted = counts.toSorted(
    (a, b) => compare(a.dimension, b.dimension) || compare(a.day, b.day) || compare(a.key, b.key),
  )
  for (const rows of chunksOf(sorted, ROWS_A_STATEMENT))
    await ctx.db
      .insertInto(sums)
      .values(rows)
      .onConflict((conflict) =>
        conflict.columns(['dimension', 'day', 'key']).doUpdateSet({
          n: sql`${sql.ref(`${sums}.n`)} + excluded.n`,
          visitors: sql`${sql.ref(`${sums}.visitors`)} + excluded.visitors`,
        }),
      )
      .execute()
}

export async function addHourCounts(ctx: Ctx, { hours }: Pick<Folded, 'hours'>): Promise<void> {
  const sorted = [...hours.values()].toSorted((a, b) => a.hour - b.hour || compare(a.kind, b.kind))
  for (const rows of chunksOf(sorted, ROWS_A_STATEMENT))
    await ctx.db
      .insertInto('roll_hour')
      .values(rows)
      .onConflict((conflict) =>
        conflict.columns(['hour', 'kind']).doUpdateSet({ n: sql`roll_hour.n + excluded.n` }),
      )
      .execute()
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

export function chunksOf<Item>(items: readonly Item[], size: number): Item[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, n) =>
    items.slice(n * size, (n + 1) * size),
  )
}
