import { recordChange } from '#app/platform/audit/record-change.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { requireActor } from '#app/platform/require-actor.ts'

import { withTexts } from '../languages/document-places.ts'
import { sourceOf, storeVersion, versionId } from '../languages/page-versions.server.ts'
import { longestOf, storeText } from '../languages/short-texts.server.ts'
import type { PageDocument } from '../page-document.ts'
import { dropUnfit } from '../pages/check-document.ts'
import { readFactNames } from '../pages/create-page.server.ts'
import { storeDraft } from '../pages/store-draft.server.ts'
import { type EditedPage, getStoredPage, lockPages } from '../pages/stored-page.server.ts'

import { findImport } from './translation-imports.server.ts'
import { findUnits, SHORT_TEXTS, type Unit } from './units.server.ts'

/** Pages in one request. */
const MOST_GROUPS = 200

type Row = {
  position: number
  group_id: string
  unit: string
  source: string
  current: string
  target: string
}

/**
 * Imports texts of a file as drafts, and removes them from its comparison. What has changed since the comparison, or does
 * not fit, stays there with a note.
 * @param positions of the chosen texts; by default all that are sound, of at most 200 pages
 * @returns how many texts were imported.
 * @throws {AppError} not-found.
 */
export async function applyTranslations(
  ctx: Ctx,
  { id, positions }: { id: string; positions?: readonly number[] },
): Promise<number> {
  requireActor(ctx, 'content.write')
  const { language } = await findImport(ctx, id)
  const facts = await readFactNames(ctx)
  const rows = await listRows(ctx, id, positions)
  const groups = [...Map.groupBy(rows, ({ group_id }) => group_id)].slice(0, MOST_GROUPS)
  let count = 0
  // One transaction each, so that other writers need not wait for all.
  for (const [groupId, ofGroup] of groups)
    count += await withTransaction(ctx, async (ctx) => {
      await lockPages(ctx)
      const units = (await findUnits(ctx, language, groupId))?.units
      const { sound, faults } = sortRows(ofGroup, units)
      const refused =
        groupId === SHORT_TEXTS
          ? await storeShort(ctx, language, sound)
          : await storePage(ctx, { language, id: groupId, sound, units, facts })
      await note(ctx, id, new Map([...faults, ...refused]))
      const done = sound.filter(({ row }) => !refused.has(row.position)).map(({ row }) => row.position)
      for (let at = 0; at < done.length; at += MOST_GROUPS)
        await ctx.db
          .deleteFrom('translation_import_row')
          .where('import_id', '=', id)
          .where('position', 'in', done.slice(at, at + MOST_GROUPS))
          .execute()
      return done.length
    })
  if (count > 0)
    await withTransaction(ctx, (ctx) =>
      recordChange(ctx, {
        what: 'page.translations_imported',
        subject: { id: language, path: '/admin/languages' },
      }),
    )
  return count
}

async function listRows(ctx: Ctx, id: string, positions: readonly number[] | undefined): Promise<Row[]> {
  const query = ctx.db
    .selectFrom('translation_import_row')
    .select(['position', 'group_id', 'unit', 'source', 'current', 'target'])
    .where('import_id', '=', id)
    .where('is_fit', '=', 1)
    .orderBy('position')
  if (positions?.length === 0) return []
  return positions
    ? query.where('position', 'in', positions).execute()
    : query.where('is_chosen', '=', 1).execute()
}

type Sound = { row: Row; unit: Unit }
type Faults = Map<number, string>

function sortRows(
  rows: readonly Row[],
  all: readonly Unit[] | undefined,
): { sound: Sound[]; faults: Faults } {
  const units = new Map(all?.map((unit) => [unit.id, unit]))
  const sound: Sound[] = []
  const faults: Faults = new Map()
  for (const row of rows) {
    const unit = units.get(row.unit)
    if (!unit) faults.set(row.position, 'This text is no longer on the site.')
    else if (unit.source !== row.source || unit.translation !== row.current)
      faults.set(row.position, 'This text was changed meanwhile. Please import the file again.')
    else sound.push({ row, unit })
  }
  return { sound, faults }
}

async function note(ctx: Ctx, id: string, faults: Faults): Promise<void> {
  for (const [position, text] of faults)
    await ctx.db
      .updateTable('translation_import_row')
      .set({ note: text, is_fit: 0, is_chosen: 0 })
      .where('import_id', '=', id)
      .where('position', '=', position)
      .execute()
}

async function storeShort(ctx: Ctx, language: string, sound: readonly Sound[]): Promise<Faults> {
  const faults: Faults = new Map()
  for (const { row, unit } of sound)
    if (row.target.length > longestOf(unit.place))
      faults.set(row.position, `Please use at most ${longestOf(unit.place)} characters.`)
    else
      await storeText(ctx, {
        language,
        key: unit.place,
        source: unit.source,
        draft: row.target,
        published: null,
      })
  return faults
}

type PageTexts = {
  language: string
  id: string
  sound: readonly Sound[]
  /** All texts of the page. */
  units: readonly Unit[] | undefined
  facts: ReadonlySet<string>
}

async function storePage(ctx: Ctx, { language, id, sound, units, facts }: PageTexts): Promise<Faults> {
  const faults: Faults = new Map()
  if (sound.length === 0) return faults
  const source = sourceOf(await getStoredPage(ctx, id))
  const version = await getStoredPage(ctx, versionId(id, language)).catch(() => null)
  const wanted = new Map(sound.map(({ row, unit }) => [unit.place, row.target]))
  const unfit = dropUnfit(wanted, () => draftWith(source, version, wanted), facts)
  for (const { row, unit } of sound) {
    const { [unit.place]: fault } = unfit
    if (fault !== undefined) faults.set(row.position, fault)
  }
  if (wanted.size === 0) return faults
  const draft = draftWith(source, version, wanted)
  if (version) await storeDraft(ctx, version, draft)
  else await storeVersion(ctx, { id, language, document: draft })
  const before = new Map(units?.map((unit) => [unit.place, unit.before]))
  // A text without a translation counts as new, so that the table lists it.
  const made = withTexts(source, (place, text) => (wanted.has(place) ? text : textBefore(before.get(place))))
  await ctx.db
    .updateTable('page')
    .set({ source: JSON.stringify(made) })
    .where('id', '=', versionId(id, language))
    .execute()
  return faults
}

/** Changes only the given texts of a version; if it lacks the place of one, it is brought to the source's form. */
function draftWith(
  source: PageDocument,
  version: EditedPage | null,
  wanted: ReadonlyMap<string, string>,
): PageDocument {
  const replaced = (place: string, text: string) => wanted.get(place) ?? text
  if (!version) return withTexts(source, replaced)
  const own = new Map<string, string>()
  withTexts(version.draft, (place, text) => {
    own.set(place, text)
    return text
  })
  if ([...wanted.keys()].every((place) => own.has(place))) return withTexts(version.draft, replaced)
  return withTexts(source, (place, text) => wanted.get(place) ?? (own.get(place) || text))
}

function textBefore(text: string | null | undefined): string {
  return text === null || text === undefined ? '' : text
}
