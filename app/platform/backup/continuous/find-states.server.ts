import { BackupRefused } from '../backup-refused.ts'
import { type Base, namesIn, streamPrefix } from './catalog.ts'
import { readCatalog } from './keep-catalog.server.ts'
import type { ShipTarget } from './ship-target.server.ts'
import type { Signer } from '#app/platform/crypto/signer.server.ts'

export type StoredBase = Base & { readonly stream: string }

/**
 * Every base of this installation's streams, newest first.
 * @param only a stream's name where just this one is meant
 * @throws {BackupRefused} where there is none
 */
export async function findBases(
  target: ShipTarget,
  signer: Signer,
  only: string | null,
): Promise<StoredBase[]> {
  const bases: StoredBase[] = []
  const streams = await target.streams(streamPrefix(signer))
  for (const stream of streams.filter((name) => only === null || name === only))
    for (const base of (await readCatalog(target, stream))?.bases ?? []) bases.push({ ...base, stream })
  if (bases.length > 0) return bases.sort((a, b) => b.at - a.at)
  const others = await target.streams('continuous-')
  throw new BackupRefused(
    others.length > 0
      ? 'The continuous backup there was made under another APP_SECRET. Set the one it was made under: without it the stored keys could never be read.'
      : `There is no continuous backup in ${target.label}. A nightly one is restored by the name of its file.`,
  )
}

/** Whether any of the next few segments is there: then the one before them is missing. */
export async function isGap(
  target: ShipTarget,
  { stream, lineage }: StoredBase,
  segment: number,
): Promise<boolean> {
  const names = namesIn(stream)
  for (let ahead = 1; ahead <= 3; ahead += 1)
    if (await target.find(names.segment(lineage, segment + ahead))) return true
  return false
}
