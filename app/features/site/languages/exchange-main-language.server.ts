import { postLanguages } from '#app/features/blog/post-languages.ts'
import { announceContent } from '#app/features/content/announce-content.server.ts'
import { exchangePages } from '#app/features/content/exchange/exchange-pages.server.ts'
import { exchangeTexts } from '#app/features/content/exchange/exchange-texts.server.ts'
import { type ExchangePlan, planExchange } from '#app/features/content/exchange/plan-exchange.server.ts'
import { readContent } from '#app/features/content/site-content.server.ts'
import { ownNameOf } from '#app/lib/languages.ts'
import { recordChange } from '#app/platform/audit/record-change.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { AppError } from '#app/platform/errors.ts'
import { requireActor } from '#app/platform/require-actor.ts'
import { announceAddresses } from '#app/platform/search-engines/tell-search-engines.job.server.ts'
import { MAIN_LANGUAGE_KEY } from '#app/platform/settings/main-language.server.ts'
import { storeSetting } from '#app/platform/settings/stored-setting.server.ts'

import { siteLanguages } from './site-languages.server.ts'

/** Returns what an exchange would do. @throws {AppError} not-found for what is no visible language of the site. */
export async function previewExchange(ctx: Ctx, tag: string): Promise<ExchangePlan> {
  requireActor(ctx, 'settings.write')
  const { languages } = await ctx.site(ctx)
  const found = languages.slice(1).find((language) => language.tag === tag)
  if (!found) throw new AppError('not-found', 'The site does not have this language.')
  const plan = await planExchange(ctx, tag)
  return found.isHidden
    ? { ...plan, faults: [`${ownNameOf(tag)} is hidden. Please show it first.`, ...plan.faults] }
    : plan
}

/**
 * Makes another language of the site the main one, in one transaction: pages and versions, short texts, posts and addresses
 * change places. An exchange back undoes it.
 * @throws {AppError} not-found, or invalid with the first reason why it is not possible.
 */
export async function exchangeMainLanguage(ctx: Ctx, tag: string): Promise<void> {
  requireActor(ctx, 'settings.write')
  await withTransaction(ctx, async (ctx) => {
    await ctx.engine.lockUntilCommit(ctx.db, 'languages')
    const plan = await previewExchange(ctx, tag)
    const [fault] = plan.faults
    if (fault !== undefined) throw new AppError('invalid', fault)
    const { from, to, pages } = plan
    const moved = pages.filter(({ version, path, nextPath }) => version && path !== nextPath)
    await exchangePages(ctx, plan)
    await exchangeTexts(ctx, {
      from,
      to,
      moved: new Map(moved.map(({ path, nextPath }) => [path, nextPath])),
    })
    await nameFormerLanguage(ctx, from)
    await storeSetting(ctx, MAIN_LANGUAGE_KEY, { tag: to })
    const others = await siteLanguages.read(ctx)
    await storeSetting(
      ctx,
      siteLanguages.key,
      others.map((other) => (other.tag === to ? { tag: from, isHidden: false } : other)),
    )
    await announceContent(ctx)
    await announceAddresses(ctx, [
      ...new Set(pages.flatMap(({ path, nextPath, formerPath }) => [path, nextPath, formerPath])),
    ])
    await recordChange(ctx, {
      what: 'settings.languages',
      fields: ['language'],
      values: { language: [from, to] },
    })
  })
  // Redirects come from what was read last, and browsers keep them.
  await readContent(ctx)
}

/** What had no language was in the main one, and stays in it. */
async function nameFormerLanguage(ctx: Ctx, from: string): Promise<void> {
  const [base] = from.toLowerCase().split('-')
  const code =
    postLanguages.find((each) => each.code === from) ?? postLanguages.find((each) => each.code === base)
  if (code)
    await ctx.db.updateTable('blog_post').set({ language: code.code }).where('language', 'is', null).execute()
  await ctx.db.updateTable('email').set({ language: from }).where('language', 'is', null).execute()
  await ctx.db.updateTable('booking').set({ language: from }).where('language', 'is', null).execute()
}
