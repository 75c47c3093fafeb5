import { type Base, type Catalog, emptyCatalog, expiredBases, namesIn, parseCatalog } from './catalog.ts'
import type { ShipTarget } from './ship-target.server.ts'

export async function readCatalog(target: ShipTarget, stream: string): Promise<Catalog | null> {
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

/** The stream's catalog: names a base once it is whole, and deletes what has expired. */
export function createKeeper({ target, stream, keepDays, now }: KeeperParts) {
  const names = namesIn(stream)

  async function store(catalog: Catalog): Promise<void> {
    const bytes = async function* bytes() {
      yield Buffer.from(`${JSON.stringify(catalog, null, 1)}\n`)
    }
    await target.write(names.catalog, bytes())
  }

  /** The base and its segments, up to those that a later base needs. Last first, so that a killed process leaves no gap. */
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

  let last: Promise<unknown> = Promise.resolve()
  function inTurn(work: () => Promise<void>): Promise<void> {
    const done = last.then(work)
    last = done.catch(() => {})
    return done
  }

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
