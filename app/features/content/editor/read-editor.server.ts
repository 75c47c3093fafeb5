import { findOfferedTypes } from '#app/features/bookings/types/find-meeting-types.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'

import type { Facts } from '../facts/fill-facts.ts'
import type { PageDocument, StoredBlock } from '../page-document.ts'
import { parseBlock } from '../parse-block.ts'
import { getPage, listPages } from '../pages/read-pages.server.ts'
import { readContent } from '../site-content.server.ts'

import { blockDescriptions } from './describe-blocks.server.ts'

/** Returns a page for its editor, with all fields that its blocks may have. @throws {AppError} not-found. */
export async function readEditor(ctx: Ctx, id: string) {
  const [page, pages, { services, facts }, meetings] = await Promise.all([
    getPage(ctx, id),
    listPages(ctx),
    readContent(ctx),
    findOfferedTypes(ctx),
  ])
  const { draft, published, version, path } = page
  return {
    id,
    path,
    version,
    document: { ...draft, blocks: draft.blocks.map(withAllFields) } satisfies PageDocument,
    isPublished: published !== null,
    isChanged: JSON.stringify(published) !== JSON.stringify(draft),
    types: blockDescriptions(),
    choices: {
      services: services.map((service) => ({ id: service.id, name: service.name })),
      meetings: meetings.map(({ slug, name }) => ({ slug, name })),
      pages: pages.map((each) => ({ path: each.path, name: each.name })),
      facts: factsFor(id, facts),
    },
  }
}

/** Returns the facts common to all pages, and those of this page's service as `service.<name>`. */
function factsFor(id: string, facts: Facts): { name: string; value: string }[] {
  return Object.entries(facts).flatMap(([name, value]) => {
    const [owner, own] = name.split('.', 2)
    if (own === undefined) return [{ name, value }]
    return owner === id ? [{ name: `service.${own}`, value }] : []
  })
}

/** Adds missing fields. An unreadable block stays as stored, and its faults are reported when it is saved. */
function withAllFields(stored: StoredBlock): StoredBlock {
  const parsed = parseBlock(stored)
  if ('fault' in parsed) return stored
  return { ...stored, version: parsed.blockType.version, props: parsed.block.props }
}
