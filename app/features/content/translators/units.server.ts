import type { Ctx } from '#app/platform/context.server.ts'

import { compareVersion } from '../languages/document-places.ts'
import { sourceOf, versionId } from '../languages/page-versions.server.ts'
import { readShortTexts } from '../languages/short-texts.server.ts'
import { listEntries } from '../pages/read-pages.server.ts'
import { type EditedPage, getStoredPage } from '../pages/stored-page.server.ts'

/** missing: nobody translated it. outdated: the source has changed since. draft: visitors do not see it yet. */
export const unitStates = ['missing', 'outdated', 'draft', 'public'] as const
export type UnitState = (typeof unitStates)[number]

/** A text in the main language and in another. */
export type Unit = {
  /** The same in every export: `about:description`, `about:hero:title` or `text.menus:…`. */
  id: string
  /** A place in a document, or the key of a short text. */
  place: string
  source: string
  /** The source from which it was translated; null if it was not. */
  before: string | null
  /** Empty without a translation. */
  translation: string
  state: UnitState
}

/** The texts of a page, or the short texts. */
export type UnitGroup = { id: string; name: string; units: Unit[] }

/** Prefix of the ids of short texts. Ids of pages have no dot. */
export const SHORT_TEXTS = 'text.'

const none: readonly string[] = []

/** Returns the id of a unit's page or group; empty for what is no unit's id. */
export function groupIdOf(unitId: string): string {
  const [group = ''] = /^[^:]*(?=:)/.exec(unitId) ?? none
  return group.startsWith(SHORT_TEXTS) ? SHORT_TEXTS : group
}

/** Yields all texts of a language, page by page, then the short texts. The caller has checked the actor. */
export async function* unitsOf(ctx: Ctx, language: string): AsyncGenerator<UnitGroup> {
  for (const { id } of await listEntries(ctx)) {
    const group = await findUnits(ctx, language, id)
    if (group) yield group
  }
  const texts = await findUnits(ctx, language, SHORT_TEXTS)
  if (texts) yield texts
}

/** Returns the texts of a page or, for the id of their group, the short texts; null if there is no such page. */
export async function findUnits(ctx: Ctx, language: string, id: string): Promise<UnitGroup | null> {
  if (id === SHORT_TEXTS) return shortUnits(ctx, language)
  const source = await getStoredPage(ctx, id).catch(() => null)
  if (!source || source.language !== null) return null
  const version = await getStoredPage(ctx, versionId(id, language)).catch(() => null)
  return { id, name: source.draft.name, units: unitsOfPage(source, version) }
}

async function shortUnits(ctx: Ctx, language: string): Promise<UnitGroup> {
  const texts = await readShortTexts(ctx, language)
  return {
    id: SHORT_TEXTS,
    name: 'Short texts',
    units: texts.map(({ key, text, translation, isPublished }) => ({
      id: `${SHORT_TEXTS}${key}`,
      place: key,
      source: text,
      before: translation === '' ? null : text,
      translation,
      state: translation === '' ? 'missing' : isPublished ? 'public' : 'draft',
    })),
  }
}

function unitsOfPage(source: EditedPage, version: EditedPage | null): Unit[] {
  const document = sourceOf(source)
  const isCopy = !version || JSON.stringify(version.draft) === JSON.stringify(version.source)
  const shown = version?.published && compareVersion(document, { draft: version.published, source: null })
  return compareVersion(document, version ?? { draft: document, source: null }).map(
    ({ place, source: text, before, translation }, at) => {
      const isMissing = isCopy || before === null || translation === ''
      const isShown = shown?.[at]?.translation === translation
      return {
        id: `${source.id}:${place.replace('/', ':')}`,
        place,
        source: text,
        before: isMissing ? null : before,
        translation: isMissing ? '' : translation,
        state: isMissing ? 'missing' : before !== text ? 'outdated' : isShown ? 'public' : 'draft',
      }
    },
  )
}
