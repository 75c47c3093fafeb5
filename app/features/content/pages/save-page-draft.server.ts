import type { Ctx } from '#app/platform/context.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { AppError } from '#app/platform/errors.ts'
import { requireActor } from '#app/platform/require-actor.ts'

import type { PageDocument } from '../page-document.ts'

import { readFactNames, requireSound, requireSoundWith } from './create-page.server.ts'
import { compareDocuments, nameOfPlace, withAllFields, wordsOf } from './document-texts.server.ts'
import { mergeDocuments } from './merge-documents.ts'
import { findDraftAt, storeDraft } from './store-draft.server.ts'
import { type EditedPage, getStoredPage, lockPages } from './stored-page.server.ts'

/** A field that both sides changed, with both texts. */
export type FieldConflict = { place: string; name: string; theirs: string; mine: string }

/**
 * Thrown if somebody else has changed the same fields since the editor began. `current` is the present draft; `merged`
 * has all changes of both and, in these fields, what was sent.
 */
export class StalePage extends AppError {
  override name = 'StalePage'
  readonly version: number
  readonly current: PageDocument
  readonly merged: PageDocument
  readonly conflicts: readonly FieldConflict[]

  constructor(page: EditedPage, merged: PageDocument, conflicts: readonly FieldConflict[]) {
    super('conflict', 'This page was changed elsewhere since you opened it. Nothing was overwritten.')
    this.version = page.version
    this.current = page.draft
    this.merged = merged
    this.conflicts = conflicts
  }
}

export type PageDraft = {
  id: string
  /** The version that the editor began with. */
  version: number
  document: unknown
}

/** What the editor continues with. If others changed something meanwhile, `document` includes it. */
export type SavedPage = { version: number; document: PageDocument; isMerged: boolean }

/**
 * Saves a draft, merged with what others changed since its version.
 * @throws {StalePage} if somebody else changed the same fields, or that version is no longer kept.
 * @throws {FieldErrors} by place.
 * @throws {AppError} not-found.
 */
export async function savePageDraft(ctx: Ctx, { id, version, document }: PageDraft): Promise<SavedPage> {
  requireActor(ctx, 'content.write')
  const mine = await requireSound(ctx, document)
  const facts = await readFactNames(ctx)
  return withTransaction(ctx, async (ctx) => {
    await lockPages(ctx)
    const page = await getStoredPage(ctx, id)
    if (page.version === version)
      return { version: await storeDraft(ctx, page, mine), document: mine, isMerged: false }
    const merged = requireSoundWith(facts, await mergedWith(ctx, page, { version, mine }))
    const isMerged = JSON.stringify(merged) !== JSON.stringify(withAllFields(mine))
    return { version: await storeDraft(ctx, page, merged), document: merged, isMerged }
  })
}

async function mergedWith(
  ctx: Ctx,
  page: EditedPage,
  { version, mine }: { version: number; mine: PageDocument },
): Promise<PageDocument> {
  const base = await findDraftAt(ctx, page, version)
  if (!base) throw new StalePage(page, mine, differences(page.draft, mine))
  const own = withAllFields(mine)
  const { document, conflicts } = mergeDocuments({
    base: withAllFields(base),
    theirs: withAllFields(page.draft),
    mine: own,
  })
  if (conflicts.length === 0) return document
  const described = conflicts.map(({ place, theirs, mine: typed }) => ({
    place,
    name: nameOfPlace(typed === undefined ? page.draft : own, place),
    theirs: wordsOf(theirs),
    mine: wordsOf(typed),
  }))
  throw new StalePage(page, document, described)
}

function differences(theirs: PageDocument, mine: PageDocument): FieldConflict[] {
  return compareDocuments(theirs, mine).map(({ before, after, ...field }) => ({
    ...field,
    theirs: before,
    mine: after,
  }))
}
