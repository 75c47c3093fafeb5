import { readLanguage, rootOfLanguage } from '#app/lib/languages.ts'
import { recordChange } from '#app/platform/audit/record-change.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { FieldErrors } from '#app/platform/errors.ts'
import { requireActor } from '#app/platform/require-actor.ts'
import { MAIN_LANGUAGE_KEY, readMainLanguage } from '#app/platform/settings/main-language.server.ts'
import { storeSetting } from '#app/platform/settings/stored-setting.server.ts'
import { PAGES_TOPIC } from '#app/platform/signals/signals.server.ts'

import { siteLanguages } from './site-languages.server.ts'

/**
 * Says in which language the pages are that the owner wrote. Their texts stay as they are.
 * @throws {FieldErrors} language: unknown, or already one of the site's other languages.
 */
export async function changeMainLanguage(ctx: Ctx, typed: string): Promise<void> {
  requireActor(ctx, 'settings.write')
  const tag = readLanguage(typed)
  if (tag === null) throw new FieldErrors({ language: 'Please choose a language.' })
  await withTransaction(ctx, async (ctx) => {
    const [before, others] = await Promise.all([readMainLanguage(ctx), siteLanguages.read(ctx)])
    if (before.tag === tag) return
    const isOther = others.some((other) => rootOfLanguage(other.tag) === rootOfLanguage(tag))
    if (isOther)
      throw new FieldErrors({
        language:
          'This is one of the other languages of the site. Under Languages you can make it the main one.',
      })
    await storeSetting(ctx, MAIN_LANGUAGE_KEY, { tag })
    await ctx.signals.publish(ctx, PAGES_TOPIC)
    await recordChange(ctx, {
      what: 'settings.languages',
      fields: ['language'],
      values: { language: [before.tag, tag] },
    })
  })
}
