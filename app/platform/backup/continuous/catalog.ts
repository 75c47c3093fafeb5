import { z } from 'zod'

import { DAY } from '#app/platform/clock.ts'
import type { Signer } from '#app/platform/crypto/signer.server.ts'

/**
 * A stream is the backup of one data folder. Each fresh start begins a lineage: numbered segments without gaps, and
 * bases. Base n and the segments from n on make up the database.
 */
const baseSchema = z.object({
  lineage: z.string(),
  segment: z.number().int(),
  /** Milliseconds UTC: all earlier commits are included. */
  at: z.number(),
  databaseBytes: z.number(),
})

const catalogSchema = z.object({
  format: z.literal('foyer-continuous'),
  version: z.literal(1),
  bases: z.array(baseSchema),
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

/** All bases of the last day are kept, but at most 20, so that restarts cannot fill the disk. */
const WHOLE = DAY
const MOST_OF_A_DAY = 20

/**
 * Keeps only the last base of earlier days, and any twice as large as all later ones: something emptied the database.
 */
export function expiredBases(
  bases: readonly Base[],
  { now, keepDays }: { now: number; keepDays: number },
): Base[] {
  const dayOf = (base: Base) => Math.floor(base.at / DAY)
  return bases.filter((base, n) => {
    const later = bases.slice(n + 1)
    if (later.every(({ databaseBytes }) => databaseBytes * 2 < base.databaseBytes)) return false
    if (base.at < now - keepDays * DAY) return true
    if (base.at >= now - WHOLE) return later.length >= MOST_OF_A_DAY
    return later.some((other) => dayOf(other) === dayOf(base))
  })
}
