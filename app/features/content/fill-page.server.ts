import type { SiteIdentity } from '#app/platform/context.server.ts'
import type { Log } from '#app/platform/log.server.ts'

import type { Around } from './around.tsx'
import { findBlockType } from './blocks.ts'
import type { AnyBlockType } from './define-block.ts'
import { namesIn } from '#app/lib/names-in-braces.ts'
import { type Facts, fillAllFacts } from './facts/fill-facts.ts'
import { leaveOutEmpty } from './leave-out-empty.ts'
import type { PageDocument } from './page-document.ts'
import { type PageBlock, parseBlock } from './parse-block.ts'

/** A stored page, published or a draft. */
export type StoredPage = Pick<Around, 'id' | 'kind' | 'path'> & {
  position: number
  document: PageDocument
  /** Milliseconds UTC. */
  changedAt: number
}

/** Changes a block's texts before empty ones are left out. */
export type Dress = (
  blockType: AnyBlockType,
  stored: PageBlock,
  filled: PageBlock['props'],
) => PageBlock['props']

export type FilledPage = StoredPage & { blocks: readonly PageBlock[]; ofBlocks: readonly object[] }

type Filled = Pick<FilledPage, 'document' | 'blocks'>

export type Filling = {
  facts: Facts
  ownFacts: Facts
  site: SiteIdentity
  log: Pick<Log, 'error'>
  dress?: Dress | undefined
}

const filledPages: Memory<Filled> = new WeakMap()

/** Reads a page's blocks and fills in facts. A document is parsed again only if a fact that it names has changed. */
export function fillPage(page: StoredPage, filling: Filling): FilledPage {
  const { facts, ownFacts, dress, site } = filling
  const fill = () => fillDocument(page, filling)
  const valueOf = (name: string) => ownFacts[name] ?? facts[name]
  const filled = dress ? fill() : remembered(filledPages, page.document, { valueOf, make: fill })
  return { ...page, ...filled, ofBlocks: filled.blocks.flatMap((block) => structuredDataOf(block, site)) }
}

function fillDocument(page: StoredPage, { facts, ownFacts, log, dress }: Filling): Filled {
  // There are thousands of facts if there are hundreds of services.
  const all = Object.keys(ownFacts).length === 0 ? facts : { ...facts, ...ownFacts }
  const { blocks: stored, ...words } = page.document
  const blocks: PageBlock[] = []
  for (const raw of stored) {
    if (raw.hidden) continue
    const parsed = parseBlock(raw)
    if ('fault' in parsed) {
      log.error({ page: page.id, block: raw.id, fault: parsed.fault }, 'content.block_left_out')
      continue
    }
    const { block, blockType } = parsed
    const told = fillAllFacts(block.props, all)
    const props = leaveOutEmpty(blockType.schema, dress ? dress(blockType, block, told) : told)
    if (!props) continue
    blocks.push({ ...block, props })
  }
  return { document: { ...fillAllFacts(words, all), blocks: [] }, blocks }
}

function structuredDataOf({ type, props }: PageBlock, site: SiteIdentity): object[] {
  // The props passed the schema of this type.
  return findBlockType(type)?.structuredData?.(props as never, site) ?? []
}

/** Results by the object that they were made from, with the values of the facts that it names. */
export type Memory<Made> = WeakMap<object, { values: readonly (string | undefined)[]; made: Made }>

const knownNames = new WeakMap<object, readonly string[]>()

type Making<Made> = { valueOf: (name: string) => string | undefined; make: () => Made }

export function remembered<Made>(
  memory: Memory<Made>,
  source: object,
  { valueOf, make }: Making<Made>,
): Made {
  const names = knownNames.get(source) ?? [...new Set(namesIn(JSON.stringify(source)))]
  knownNames.set(source, names)
  const values = names.map(valueOf)
  const known = memory.get(source)
  if (known?.values.every((value, n) => value === values[n])) return known.made
  const made = make()
  memory.set(source, { values, made })
  return made
}
