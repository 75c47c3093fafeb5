import type { PageDocument, StoredBlock } from '../page-document.ts'

/** A field that both sides changed, by its place. */
export type MergeConflict = { place: string; theirs: unknown; mine: unknown }

type Three<Value> = { base: Value; theirs: Value; mine: Value }
type Fields = Readonly<Record<string, unknown>>

/**
 * Merges two edits of one document, field by field and block by block. A field changed by both sides is a conflict, for
 * which the merged document has my value.
 */
export function mergeDocuments({ base, theirs, mine }: Three<PageDocument>): {
  document: PageDocument
  conflicts: MergeConflict[]
} {
  const conflicts: MergeConflict[] = []
  const own = { ...mine, blocks: withOwnIds({ base, theirs, mine }) }
  const words = (document: PageDocument): Fields => ({ ...document, blocks: undefined })
  const merged = mergeFields({ base: words(base), theirs: words(theirs), mine: words(mine) }, '', conflicts)
  const blocks = mergeBlocks({ base: base.blocks, theirs: theirs.blocks, mine: own.blocks }, conflicts)
  // Each field comes from one of the three documents.
  return { document: { ...(merged as PageDocument), blocks }, conflicts }
}

/** Returns my blocks. A block added under an id that they used for another block gets a new id. */
function withOwnIds({ base, theirs, mine }: Three<PageDocument>): StoredBlock[] {
  const known = new Set(base.blocks.map(({ id }) => id))
  const taken = new Set([...theirs.blocks, ...mine.blocks].map(({ id }) => id))
  return mine.blocks.map((block) => {
    const other = known.has(block.id) ? undefined : theirs.blocks.find(({ id }) => id === block.id)
    if (!other || isSame(other, block)) return block
    let n = 2
    while (taken.has(`${block.id.slice(0, 36)}-${n}`)) n += 1
    const id = `${block.id.slice(0, 36)}-${n}`
    taken.add(id)
    return { ...block, id }
  })
}

function mergeValue(three: Three<unknown>, place: string, conflicts: MergeConflict[]): unknown {
  const { base, theirs, mine } = three
  if (isSame(theirs, mine) || isSame(theirs, base)) return mine
  if (isSame(mine, base)) return theirs
  if (isFields(base) && isFields(theirs) && isFields(mine))
    return mergeFields({ base, theirs, mine }, `${place}.`, conflicts)
  if (Array.isArray(base) && Array.isArray(theirs) && Array.isArray(mine))
    if (hasSameItems(base, theirs) && hasSameItems(base, mine))
      return mine.map((item: unknown, n) =>
        mergeValue({ base: base[n], theirs: theirs[n], mine: item }, `${place}.${n}`, conflicts),
      )
  conflicts.push({ place, theirs, mine })
  return mine
}

/** Returns whether items were only changed, not added, removed or moved. */
function hasSameItems(before: readonly unknown[], after: readonly unknown[]): boolean {
  const places = new Map(before.map((item, n) => [JSON.stringify(item), n]))
  const stay = after.every((item, n) => (places.get(JSON.stringify(item)) ?? n) === n)
  return before.length === after.length && places.size === before.length && stay
}

function mergeFields(
  { base, theirs, mine }: Three<Fields>,
  prefix: string,
  conflicts: MergeConflict[],
): Fields {
  const names = new Set([base, theirs, mine].flatMap((fields) => Object.keys(fields)))
  const merged = [...names].map((name) => [
    name,
    mergeValue({ base: base[name], theirs: theirs[name], mine: mine[name] }, `${prefix}${name}`, conflicts),
  ])
  return Object.fromEntries(merged.filter(([, value]) => value !== undefined)) as Fields
}

function mergeBlocks(three: Three<readonly StoredBlock[]>, conflicts: MergeConflict[]): StoredBlock[] {
  const { base, theirs, mine } = three
  const ids = new Set([...base, ...theirs, ...mine].map(({ id }) => id))
  const merged = new Map<string, StoredBlock>()
  for (const id of ids) {
    const of = (blocks: readonly StoredBlock[]) => blocks.find((block) => block.id === id)
    const block = mergeBlock({ base: of(base), theirs: of(theirs), mine: of(mine) }, `${id}/`, conflicts)
    if (block) merged.set(id, block)
  }
  const ordered = orderOf(three, conflicts).map((id) => merged.get(id))
  return ordered.filter((block) => block !== undefined)
}

function mergeBlock(
  three: Three<StoredBlock | undefined>,
  place: string,
  conflicts: MergeConflict[],
): StoredBlock | undefined {
  const { base, theirs, mine } = three
  // Only blocks of the same type have the same fields.
  if (!base || !theirs || !mine || base.type !== theirs.type || base.type !== mine.type)
    return mergeWhole(three, place, conflicts)
  const { props, ...rest } = mine
  const hidden = mergeValue(
    { base: base.hidden ?? false, theirs: theirs.hidden ?? false, mine: rest.hidden ?? false },
    `${place}hidden`,
    conflicts,
  )
  return {
    ...rest,
    version: Math.max(mine.version, theirs.version),
    hidden: hidden === true,
    props: mergeFields({ base: base.props, theirs: theirs.props, mine: props }, place, conflicts),
  }
}

function mergeWhole(
  three: Three<StoredBlock | undefined>,
  place: string,
  conflicts: MergeConflict[],
): StoredBlock | undefined {
  return mergeValue(three, place, conflicts) as StoredBlock | undefined
}

/** Returns all block ids in the order of one side; a block added by the other follows its predecessor there. */
function orderOf(
  { base, theirs, mine }: Three<readonly StoredBlock[]>,
  conflicts: MergeConflict[],
): string[] {
  const idsOf = (blocks: readonly StoredBlock[]) => blocks.map(({ id }) => id)
  const lists = { base: idsOf(base), theirs: idsOf(theirs), mine: idsOf(mine) }
  const common = new Set(lists.base.filter((id) => lists.theirs.includes(id) && lists.mine.includes(id)))
  const order = (ids: readonly string[]) => ids.filter((id) => common.has(id))
  const isMoved = (ids: readonly string[]) => !isSame(order(ids), order(lists.base))
  if (!isMoved(lists.mine)) return woven(lists.theirs, lists.mine)
  if (isMoved(lists.theirs) && !isSame(order(lists.theirs), order(lists.mine)))
    conflicts.push({ place: 'blocks', theirs: lists.theirs, mine: lists.mine })
  return woven(lists.mine, lists.theirs)
}

function woven(main: readonly string[], other: readonly string[]): string[] {
  const ids = [...main]
  for (const [n, id] of other.entries()) {
    if (ids.includes(id)) continue
    const before = other[n - 1]
    ids.splice(before === undefined ? 0 : ids.indexOf(before) + 1, 0, id)
  }
  return ids
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
