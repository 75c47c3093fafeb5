import { createQueue } from '#app/lib/one-at-a-time.ts'
import { BackupRefused } from '#app/platform/backup/backup-format.ts'
import type { Signer } from '#app/platform/crypto/signer.server.ts'

import {
  type Base,
  type Catalog,
  emptyCatalog,
  expiredBases,
  namesIn,
  parseCatalog,
  streamPrefix,
} from './catalog.ts'
import type { ShipTarget } from './ship-target.server.ts'

async function readCatalog(target: ShipTarget, stream: string): Promise<Catalog | null> {
  const source = await target.find(namesIn(stream).catalog)
  if (!source) return null
  const parts: Buffer[] = []
  for await (const bytes of source()) parts.push(bytes)
  return parseCatalog(Buffer.concat(parts).toString('utf8'))
}

export type KeeperParts = {
  readonly target: ShipTarget
  readonly stream: string
  keepDays(): number
  now(): number
}

export function createKeeper({ target, stream, keepDays, now }: KeeperParts) {
  const names = namesIn(stream)

  async function store(catalog: Catalog): Promise<void> {
    const bytes = async function* bytes() {
      yield Buffer.from(`${JSON.stringify(catalog, null, 1)}\n`)
    }
    await target.write(names.catalog, bytes())
  }

  /** Deletes a base and its segments up to the next base, last first, so that a killed process leaves no gap. */
  async function remove(doomed: Base, kept: readonly Base[]): Promise<void> {
    const needed = kept
      .filter(({ lineage, segment }) => lineage === doomed.lineage && segment >= doomed.segment)
      .map(({ segment }) => segment)
    const end = Math.min(...needed)
    let last = doomed.segment
    while (last < end && (await target.find(names.segment(doomed.lineage, last)))) last += 1
    for (let segment = last - 1; segment >= doomed.segment; segment -= 1)
      await target.delete(names.segment(doomed.lineage, segment))
    await target.delete(names.base(doomed))
  }

  const inTurn = createQueue()

  async function add(base: Base): Promise<void> {
    const catalog = (await readCatalog(target, stream)) ?? emptyCatalog
    await store({ ...catalog, bases: [...catalog.bases, base] })
  }

  async function retire(): Promise<void> {
    const catalog = await readCatalog(target, stream)
    if (!catalog) return
    const expired = expiredBases(catalog.bases, { now: now(), keepDays: keepDays() })
    const doomed = [...catalog.doomed, ...expired]
    if (doomed.length === 0) return
    const bases = catalog.bases.filter((base) => !expired.includes(base))
    await store({ ...catalog, bases, doomed })
    for (const base of doomed) await remove(base, bases)
    await store({ ...catalog, bases, doomed: [] })
  }

  return { add: (base: Base) => inTurn(() => add(base)), retire: () => inTurn(retire) }
}

export type StoredBase = Base & { readonly stream: string }

/** Lists every base of this installation's streams, newest first. @throws {BackupRefused} if there is none */
export async function findBases(
  target: ShipTarget,
  signer: Signer,
  only: string | null,
): Promise<StoredBase[]> {
  const bases: StoredBase[] = []
  const streams = await target.streams(streamPrefix(signer))
  for (const stream of streams.filter((name) => only === null || name === only)) {
    const catalog = await readCatalog(target, stream)
    if (catalog) bases.push(...catalog.bases.map((base) => ({ ...base, stream })))
  }
  if (bases.length > 0) return bases.sort((a, b) => b.at - a.at)
  const others = await target.streams('continuous-')
  throw new BackupRefused(
    others.length > 0
      ? 'The continuous backup there was made with another APP_SECRET. Set the one it was made with: without it the stored keys could never be read.'
      : `There is no continuous backup in ${target.label}. To restore a nightly backup, give the name of its file.`,
  )
}

/** If a later segment exists, the one before it is missing. */
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
