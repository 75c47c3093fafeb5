import { z } from 'zod'

import { DAY } from '#app/platform/clock.ts'
import type { Signer } from '#app/platform/crypto/signer.server.ts'

/**
 * A stream is the backup of one data folder. It has one lineage for each fresh start. A lineage has numbered
 * segments without gaps, and bases. Base n and the segments from n on make up the database.
 */
const baseSchema = z.object({
  lineage: z.string(),
  segment: z.number().int(),
  /** Milliseconds UTC: everything committed before this is included. */
  at: z.number(),
  databaseBytes: z.number(),
})

const catalogSchema = z.object({
  format: z.literal('foyer-continuous'),
  version: z.literal(1),
  /** Oldest first. */
  bases: z.array(baseSchema),
  /** Bases that are being deleted. If the process is killed meanwhile, some of their files remain. */
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

/**
 * Everything within this time is kept, but at most this many bases, so that frequent restarts cannot fill the disk.
 */
const WHOLE = DAY
const MOST_OF_A_DAY = 20

/**
 * Selects the bases that may be deleted: those older than `keepDays`, and on earlier days all but the last. A base
 * more than twice as large as all later ones stays, because something must have emptied the database.
 */
export function expiredBases(
  bases: readonly Base[],
  { now, keepDays }: { now: number; keepDays: number },
): Base[] {
  const dayOf = (base: Base) => Math.floor(base.at / DAY)
  return bases.filter((base, n) => {
    const later = bases.slice(n + 1)
    // `every` is true for the newest base, which therefore stays.
    if (later.every(({ databaseBytes }) => databaseBytes * 2 < base.databaseBytes)) return false
    if (base.at < now - keepDays * DAY) return true
    if (base.at >= now - WHOLE) return later.length >= MOST_OF_A_DAY
    return later.some((other) => dayOf(other) === dayOf(base))
  })
}
