import { z } from 'zod'

import { DAY } from '#app/platform/clock.ts'
import type { Signer } from '#app/platform/crypto/signer.server.ts'

/**
 * A stream is what one data folder ships, in a folder of its own. It consists of lineages, one for each time that it had to
 * begin anew; a lineage of segments, numbered without a gap, and of bases. The base n and the segments from n on make the database.
 */
const baseSchema = z.object({
  lineage: z.string(),
  segment: z.number().int(),
  /** Milliseconds UTC: whatever was committed before is in it. */
  at: z.number(),
  databaseBytes: z.number(),
})

const catalogSchema = z.object({
  format: z.literal('foyer-continuous'),
  version: z.literal(1),
  /** Oldest first. */
  bases: z.array(baseSchema),
  /** What is being deleted; a process that was killed meanwhile left some of it. */
  doomed: z.array(baseSchema),
})

export type Base = z.infer<typeof baseSchema>
export type Catalog = z.infer<typeof catalogSchema>

export const emptyCatalog: Catalog = { format: 'foyer-continuous', version: 1, bases: [], doomed: [] }

export function parseCatalog(text: string): Catalog | null {
  try {
    return catalogSchema.parse(JSON.parse(text))
  } catch {
    return null
  }
}

/** The same for all that is shipped under one APP_SECRET. */
export function streamPrefix(signer: Signer): string {
  return `continuous-${Buffer.from(signer.sign('continuous-name', '').slice(0, 6)).toString('hex')}-`
}

const number = (n: number) => String(n).padStart(8, '0')

export const namesIn = (stream: string) => ({
  catalog: `${stream}/catalog.json`,
  erasures: `${stream}/erasures`,
  file: (name: string) => `${stream}/files/${name}`,
  base: ({ lineage, segment, at }: Pick<Base, 'lineage' | 'segment' | 'at'>) =>
    `${stream}/${lineage}/base-${number(segment)}-${at}`,
  segment: (lineage: string, segment: number) => `${stream}/${lineage}/${number(segment)}`,
})

/** Within this all is kept, but no more bases than this many: a server that restarts all the time fills no disk. */
const WHOLE = DAY
const MOST_OF_A_DAY = 20

/**
 * Which bases, and with each its segments up to the next, may go: what is older than `keepDays`; of earlier days all but
 * the last; of the newest day all but the newest. One that is more than twice as large as all later ones stays, for then
 * something has emptied the database.
 */
export function expiredBases(
  bases: readonly Base[],
  { now, keepDays }: { now: number; keepDays: number },
): Base[] {
  const dayOf = (base: Base) => Math.floor(base.at / DAY)
  return bases.filter((base, n) => {
    const later = bases.slice(n + 1)
    // None is later than the newest, which stays too.
    if (later.every(({ databaseBytes }) => databaseBytes * 2 < base.databaseBytes)) return false
    if (base.at < now - keepDays * DAY) return true
    if (base.at >= now - WHOLE) return later.length >= MOST_OF_A_DAY
    return later.some((other) => dayOf(other) === dayOf(base))
  })
}
