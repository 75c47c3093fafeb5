import { z } from 'zod'

import { recordChange } from '#app/platform/audit/record-change.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { enqueue } from '#app/platform/jobs/enqueue.server.ts'
import { defineJob } from '#app/platform/jobs/job.server.ts'
import { requireActor } from '#app/platform/require-actor.ts'

import { dropUnfit } from '../pages/check-document.ts'
import { readFactNames } from '../pages/create-page.server.ts'
import { storeDraft } from '../pages/store-draft.server.ts'
import { getStoredPage, lockPages, pageSubject } from '../pages/stored-page.server.ts'

import { broughtUpToDate, compareVersion, placedTexts, withTexts } from './document-places.ts'
import { listTranslations, storeVersion, versionId } from './page-versions.server.ts'
import { mannerOf } from '#app/features/translation/translation-settings.server.ts'
import { translateShortTexts } from './short-texts.server.ts'
import { giveUpIfRefused, translateTexts } from '#app/features/translation/translate-texts.server.ts'

/** Translates what is missing or out of date of a page; the result is a draft. */
export const translatePage = defineJob({
  name: 'translate-page',
  lane: 'other',
  concurrency: 1,
  payload: z.object({ id: z.string(), language: z.string() }),
  maxAttempts: 4,
  async run(ctx, { id, language }, { signal }) {
    const source = await getStoredPage(ctx, id)
    const document = source.published ?? source.draft
    const version = await getStoredPage(ctx, versionId(id, language)).catch(() => null)
    const compared = version && compareVersion(document, version)
    const wanted = compared
      ? new Map(
          compared.flatMap(({ place, source: text, before }) => (before === text ? [] : [[place, text]])),
        )
      : placedTexts(document)
    const manner = await mannerOf(ctx, language)
    const facts = await readFactNames(ctx)
    const translated = await translateTexts(ctx, wanted, manner, signal).catch(giveUpIfRefused)
    const texts = new Map(translated.texts)
    return async (ctx: Ctx) => {
      await lockPages(ctx)
      const known = await getStoredPage(ctx, versionId(id, language)).catch(() => null)
      const make = () => broughtUpToDate(document, known ?? { draft: document, source: null }, texts)
      const left = new Set([...translated.left, ...Object.keys(dropUnfit(texts, make, facts))])
      const draft = make()
      if (!known) await storeVersion(ctx, { id, language, document: draft })
      else await storeDraft(ctx, known, draft)
      // A text that failed counts as new, so that the table lists it.
      const made = new Map([...placedTexts(document)].filter(([place]) => !left.has(place)))
      await ctx.db
        .updateTable('page')
        .set({ source: JSON.stringify(withoutTexts(document, made)) })
        .where('id', '=', versionId(id, language))
        .execute()
      await recordChange(ctx, {
        what: 'page.translated',
        subject: pageSubject({ id: versionId(id, language), draft }),
      })
    }
  },
})

function withoutTexts(document: Parameters<typeof withTexts>[0], made: ReadonlyMap<string, string>) {
  return withTexts(document, (place, text) => (made.has(place) ? text : ''))
}

/**
 * Has the provider translate what is missing or out of date in a language.
 * @param pages ids of pages in the main language; by default all
 * @returns how many pages are translated.
 */
export async function translateMissing(
  ctx: Ctx,
  { language, pages }: { language: string; pages?: readonly string[] },
): Promise<number> {
  requireActor(ctx, 'content.write')
  const wanted: string[] = []
  for (let page = 1, last = 1; page <= last; page += 1) {
    const found = await listTranslations(ctx, page)
    last = found.pages
    for (const { id, versions } of found.listed) {
      const version = versions.find((each) => each.language === language)
      const isWanted = version && (version.state === 'missing' || version.old > 0)
      if (isWanted && (pages === undefined || pages.includes(id))) wanted.push(id)
    }
  }
  await withTransaction(ctx, async (ctx) => {
    if (pages === undefined)
      await enqueue(
        ctx,
        translateShortTexts,
        { language },
        { id: `${translateShortTexts.name}:${language}:${ctx.clock.now()}` },
      )
    for (const id of wanted)
      await enqueue(
        ctx,
        translatePage,
        { id, language },
        { id: `${translatePage.name}:${id}:${language}:${ctx.clock.now()}` },
      )
  })
  return wanted.length
}
