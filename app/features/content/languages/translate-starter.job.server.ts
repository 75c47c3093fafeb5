import { z } from 'zod'

import { recordChange } from '#app/platform/audit/record-change.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { enqueue } from '#app/platform/jobs/enqueue.server.ts'
import { defineJob } from '#app/platform/jobs/job.server.ts'
import { requireActor } from '#app/platform/require-actor.ts'
import { storeSetting } from '#app/platform/settings/stored-setting.server.ts'

import { announceContent } from '../announce-content.server.ts'
import { mapMenuTexts, starterMenus, type StoredMenus } from '../menus/menus-schema.ts'
import { menusSetting } from '../menus/menus.server.ts'
import type { PageDocument } from '../page-document.ts'
import { publishDraft } from '../pages/change-page-state.server.ts'
import { dropUnfit } from '../pages/check-document.ts'
import { readFactNames } from '../pages/create-page.server.ts'
import { storeDraft } from '../pages/store-draft.server.ts'
import { type EditedPage, getStoredPage, lockPages, pageSubject } from '../pages/stored-page.server.ts'
import { starterPages } from '../starter/starter-pages.ts'

import { placedTexts, withTexts } from './document-places.ts'
import { giveUpIfRefused, translateTexts } from '#app/features/translation/translate-texts.server.ts'
import { mannerOf } from '#app/features/translation/translation-settings.server.ts'

/** The language in which the starter's pages and menus are written. */
const WRITTEN_IN = 'en'

const ofPages = new Set(starterPages.flatMap(({ document }) => [...placedTexts(document).values()]))

const ofMenus = new Set(textsOf(starterMenus))

function textsOf(menus: StoredMenus): string[] {
  const texts: string[] = []
  mapMenuTexts(menus, (text) => {
    texts.push(text)
    return text
  })
  return texts.filter((text) => /\p{L}{2}/u.test(text))
}

function startersIn(document: PageDocument): Map<string, string> {
  return new Map([...placedTexts(document)].filter(([, text]) => ofPages.has(text) && /\p{L}{2}/u.test(text)))
}

/** Returns the starter's sentences; shorter texts may be names, which stay the same in every language. */
function sentencesIn(document: PageDocument): string[] {
  return [...startersIn(document).values()].filter((text) => /(?:\p{Ll}+\P{L}+){4}/u.test(text))
}

export type StarterLeft = {
  /** Ids of pages whose draft still has sentences of the starter. */
  pages: string[]
  /** Of those texts. */
  characters: number
  /** Ids of pages whose draft has none of them, while visitors still read them. */
  waiting: string[]
}

/** Returns what a site whose main language is not English still has of the starter's English; null for an English one. */
export async function findStarterLeft(ctx: Ctx): Promise<StarterLeft | null> {
  requireActor(ctx, 'content.read')
  const { mainLanguage } = await ctx.site(ctx)
  if (/^en\b/i.test(mainLanguage)) return null
  const left: StarterLeft = { pages: [], characters: 0, waiting: [] }
  for (const { id, draft, published } of await readStarterPages(ctx)) {
    if (sentencesIn(draft).length > 0) {
      left.pages.push(id)
      for (const text of startersIn(draft).values()) left.characters += text.length
    } else if (published && sentencesIn(published).length > 0) left.waiting.push(id)
  }
  return left
}

async function readStarterPages(ctx: Ctx): Promise<EditedPage[]> {
  const found = await Promise.all(starterPages.map(({ id }) => getStoredPage(ctx, id).catch(() => null)))
  return found.filter((page) => page !== null)
}

/**
 * Has the provider translate what is left of the starter's English into the main language. Translated pages are drafts
 * until they are published. Menus have no drafts, so their translation is public at once.
 * @returns how many pages are translated.
 */
export async function translateStarter(ctx: Ctx): Promise<number> {
  requireActor(ctx, 'content.write')
  const left = await findStarterLeft(ctx)
  if (!left) return 0
  await withTransaction(ctx, async (ctx) => {
    for (const id of [...left.pages, null])
      await enqueue(
        ctx,
        translateStarterPage,
        { id },
        { id: `${translateStarterPage.name}:${id ?? 'menus'}:${ctx.clock.now()}` },
      )
  })
  return left.pages.length
}

/** Publishes the translated pages of the starter. @returns how many there were. */
export async function publishStarter(ctx: Ctx): Promise<number> {
  requireActor(ctx, 'content.write')
  const left = await findStarterLeft(ctx)
  const waiting = left ? left.waiting : []
  for (const id of waiting)
    await withTransaction(ctx, async (ctx) => {
      const page = await publishDraft(ctx, id)
      await recordChange(ctx, { what: 'page.published', subject: pageSubject(page) })
    })
  return waiting.length
}

/** Translates the starter's texts in a page of the main language, or in the menus. */
export const translateStarterPage = defineJob({
  name: 'translate-starter-page',
  lane: 'other',
  concurrency: 1,
  payload: z.object({ id: z.string().nullable() }),
  maxAttempts: 4,
  async run(ctx, { id }, { signal }) {
    const { mainLanguage } = await ctx.site(ctx)
    const manner = { ...(await mannerOf(ctx, mainLanguage)), from: WRITTEN_IN }
    const translate = (texts: ReadonlyMap<string, string>) =>
      translateTexts(ctx, texts, manner, signal).catch(giveUpIfRefused)
    if (id === null) {
      const menus = textsOf(await menusSetting.read(ctx)).filter((text) => ofMenus.has(text))
      const { texts } = await translate(new Map(menus.map((text) => [text, text])))
      return (ctx: Ctx) => storeMenus(ctx, texts)
    }
    const facts = await readFactNames(ctx)
    const texts = new Map((await translate(startersIn((await getStoredPage(ctx, id)).draft))).texts)
    return async (ctx: Ctx) => {
      await lockPages(ctx)
      const page = await getStoredPage(ctx, id)
      const starters = startersIn(page.draft)
      const make = () =>
        withTexts(page.draft, (place, text) => (starters.has(place) && texts.get(place)) || text)
      dropUnfit(texts, make, facts)
      const draft = make()
      await storeDraft(ctx, page, draft)
      await recordChange(ctx, { what: 'page.translated', subject: pageSubject({ id, draft }) })
    }
  },
})

async function storeMenus(ctx: Ctx, texts: ReadonlyMap<string, string>): Promise<void> {
  const menus = await menusSetting.read(ctx)
  const { schema } = menusSetting.form
  const fitting = new Map(
    [...texts].filter(
      ([text, as]) => schema.safeParse(mapMenuTexts(menus, (each) => (each === text ? as : each))).success,
    ),
  )
  await storeSetting(
    ctx,
    menusSetting.key,
    mapMenuTexts(menus, (text) => fitting.get(text) ?? text),
  )
  await announceContent(ctx)
  await recordChange(ctx, {
    what: 'settings.menus',
    subject: { id: menusSetting.key, path: '/admin/menus' },
    fields: ['translated'],
  })
}
