import type { Ctx } from '#app/platform/context.server.ts'
import { requireActor } from '#app/platform/require-actor.ts'

import { readSections } from '../passages/section.ts'
import { readChanges } from '../reading/changes-between.ts'
import { type Coverage, readCoverage, withOmissions } from '../reading/coverage.ts'

import { itemNotFound } from './knowledge-item.ts'

export async function getItem(ctx: Ctx, id: string) {
  requireActor(ctx, 'knowledge.read')
  const row = await ctx.db
    .selectFrom('knowledge_item as item')
    .leftJoin('knowledge_text as text', 'text.item_id', 'item.id')
    .select([
      'item.id',
      'item.kind',
      'item.title',
      'item.source',
      'item.address',
      'item.bytes',
      'item.status',
      'item.progress',
      'item.failure',
      'item.enabled',
      'item.is_public',
    ])
    .select([
      'item.language',
      'item.passages',
      'item.cited',
      'item.created_at',
      'item.read_at',
      'item.reread_every',
      'item.changed_at',
      'text.sections',
      'text.changes',
      'text.coverage',
      'item.page_coverage',
      'item.site_language',
    ])
    .where('item.id', '=', id)
    .executeTakeFirst()
  if (!row) throw itemNotFound()
  const {
    created_at: createdAt,
    read_at: readAt,
    reread_every: rereadEvery,
    changed_at: changedAt,
    is_public: isPublic,
    page_coverage: pageCoverage,
    site_language: siteLanguage,
    ...rest
  } = row
  const { sections, changes, coverage, enabled, bytes, ...item } = rest
  return {
    ...item,
    language: siteLanguage ?? item.language,
    sizeKb: Math.ceil(bytes / 1024),
    createdAt,
    readAt,
    isEnabled: enabled === 1,
    isPublic: isPublic === 1,
    rereadEvery,
    changedAt,
    changes: readChanges(changes),
    coverage: allCoverage(readCoverage(coverage), readCoverage(pageCoverage)),
    sections: sections === null ? [] : readSections(sections),
  }
}

function allCoverage(read: Coverage | null, page: Coverage | null): Coverage | null {
  return read && page ? withOmissions(read, page) : read
}
