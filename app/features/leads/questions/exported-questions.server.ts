import { z } from 'zod'

import type { Question } from '#app/lib/question.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import type { Area } from '#app/platform/permissions.ts'
import { registerExported } from '#app/platform/settings/exported-settings.server.ts'
import { storeSetting } from '#app/platform/settings/stored-setting.server.ts'
import { PAGES_TOPIC } from '#app/platform/signals/signals.server.ts'
import { TEXTS_TOPIC, textKey } from '#app/platform/text-translations.server.ts'

const LONGEST = 2000

const translations = z.record(
  z.string().regex(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/, 'This is no language.'),
  z.record(z.string(), z.string().min(1).max(LONGEST)),
)
type Translations = z.output<typeof translations>

type Questions = { asked: Question[]; former: Question[] }

type Setting = {
  key: string
  area: Area
  read: (ctx: Ctx) => Promise<Questions>
  /** The schema of the questions that are asked. */
  asked: z.ZodType<Question[]>
  /** Returns what to store when other questions are asked from now on. */
  replace: (before: Questions, asked: readonly Question[]) => Questions
}

/** Makes the questions part of the site's content, with their published translations by language and text. */
export function exportQuestions({ key, area, read, asked, replace }: Setting): void {
  const schema = z.object({ asked, translations: translations.default({}) })
  registerExported(
    { file: 'contact-form' },
    {
      key,
      area,
      schema,
      async read(ctx) {
        const questions = (await read(ctx)).asked
        return { asked: questions, translations: await readTranslations(ctx, questions) }
      },
      accept: async (_ctx, value) => value,
      async store(ctx, value) {
        const imported = schema.parse(value)
        await withTransaction(ctx, async (ctx) => {
          await storeSetting(ctx, key, replace(await read(ctx), imported.asked))
          await storeTranslations(ctx, imported.translations)
          for (const topic of [TEXTS_TOPIC, PAGES_TOPIC]) await ctx.signals.publish(ctx, topic)
        })
      },
    },
  )
}

async function readTranslations(ctx: Ctx, questions: readonly Question[]): Promise<Translations> {
  const texts = questions.flatMap(({ text, help, choices }) => [text, help, ...choices]).filter(Boolean)
  if (texts.length === 0) return {}
  const rows = await ctx.db
    .selectFrom('text_translation')
    .select(['language', 'source', 'published'])
    .where(
      'key',
      'in',
      texts.map((text) => textKey('questions', text)),
    )
    .orderBy('language')
    .orderBy('source')
    .execute()
  const found: Translations = {}
  for (const { language, source, published } of rows)
    if (published !== null) found[language] = { ...found[language], [source]: published }
  return found
}

async function storeTranslations(ctx: Ctx, imported: Translations): Promise<void> {
  const updated_at = ctx.clock.now()
  for (const [language, texts] of Object.entries(imported))
    for (const [source, published] of Object.entries(texts)) {
      const values = { source, draft: published, published, updated_at }
      await ctx.db
        .insertInto('text_translation')
        .values({ language, key: textKey('questions', source), ...values })
        .onConflict((conflict) => conflict.columns(['language', 'key']).doUpdateSet(values))
        .execute()
    }
}
