import { findBlockType } from './blocks.ts'
import type { AnyBlockType } from './define-block.ts'
import { type StoredBlock, storedBlockSchema } from './page-document.ts'

/** A block whose props match its type's component. */
export type PageBlock = { id: string; type: string; props: Record<string, unknown> }

export type ParsedBlock = { block: PageBlock; blockType: AnyBlockType } | { fault: string }

/** Reads a block stored by this or an earlier version; returns an error for an invalid one, so that a page can leave the block out. */
export function parseBlock(raw: unknown, find: typeof findBlockType = findBlockType): ParsedBlock {
  const stored = storedBlockSchema.safeParse(raw)
  if (!stored.success) return { fault: 'It is not a block.' }
  const { id, type } = stored.data
  const blockType = find(type)
  if (!blockType) return { fault: `There is no type ${type}.` }
  const migrated = migrate(stored.data, blockType)
  if ('fault' in migrated) return migrated
  // By default zod compiles a parser for each schema. For blocks that takes longer than it saves, as they are parsed seldom.
  const parsed = blockType.schema.safeParse(migrated.props, { jitless: true })
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    return { fault: `${issue?.path.join('.')}: ${issue?.message}` }
  }
  return { block: { id, type, props: parsed.data }, blockType }
}

function migrate(
  { version, props }: StoredBlock,
  blockType: AnyBlockType,
): { props: Record<string, unknown> } | { fault: string } {
  if (version > blockType.version) return { fault: `It was stored by a newer version, ${version}.` }
  if (version === blockType.version || !blockType.migrate) return { props }
  try {
    return { props: blockType.migrate(props, version) }
  } catch (error) {
    return { fault: `It cannot be migrated: ${String(error)}` }
  }
}
