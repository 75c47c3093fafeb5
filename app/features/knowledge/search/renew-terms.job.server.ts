import { setImmediate as yieldToOthers } from 'node:timers/promises'

import { z } from 'zod'

import type { Ctx } from '#app/platform/context.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { enqueue } from '#app/platform/jobs/enqueue.server.ts'
import { defineJob } from '#app/platform/jobs/job.server.ts'

import { titleColumns } from '../reading/title-columns.server.ts'

import { nextRevision } from './current-index.server.ts'
import { detectLanguage, loadLanguage } from './languages.server.ts'
import { passageTerms, TERMS_VERSION } from './terms.ts'

/** Recomputes the terms of items that were read by an earlier version; their passages stay. */
export const renewTerms = defineJob({
  name: 'renew-terms',
  lane: 'other',
  payload: z.object({}),
  concurrency: 1,
  run: async (ctx, _payload, { signal }) => {
    for (const item of await outdated(ctx).execute()) {
      if (signal.aborted) return
      await renew(ctx, item)
    }
  },
})

/** Runs at startup, because an upgrade may have changed how terms are computed. */
export async function renewOutdatedTerms(ctx: Ctx): Promise<void> {
  if (await outdated(ctx).executeTakeFirst()) await enqueue(ctx, renewTerms, {})
}

function outdated(ctx: Ctx) {
  return ctx.db
    .selectFrom('knowledge_item')
    .select(['id', 'title', 'language', 'reading'])
    .where('revision', 'is not', null)
    .where('terms_version', '<', TERMS_VERSION)
    .orderBy('id')
}

type Item = { id: string; title: string; language: string | null; reading: number }

/** Passages, about 10 ms of work, after which other requests get their turn. */
const SLICE = 10

async function renew(ctx: Ctx, item: Item): Promise<void> {
  const passages = await ctx.db
    .selectFrom('knowledge_passage')
    .select(['id', 'headings', 'text'])
    .where('item_id', '=', item.id)
    .orderBy('number')
    .execute()
  const language = await loadLanguage(
    await detectLanguage(passages.map(({ text }) => text).join('\n'), item.language),
  )
  const renewed: { id: string; terms: string }[] = []
  for (const [at, passage] of passages.entries()) {
    if (at % SLICE === 0) await yieldToOthers()
    const headings = JSON.parse(passage.headings) as string[]
    renewed.push({ id: passage.id, terms: passageTerms({ ...passage, headings }, language) })
  }
  const columns = await titleColumns(item.title, language.code)
  await withTransaction(ctx, async (ctx) => {
    const revision = await nextRevision(ctx)
    const kept = await ctx.db
      .updateTable('knowledge_item')
      .set({ ...columns, revision, language: language.code, terms_version: TERMS_VERSION })
      .where('id', '=', item.id)
      .where('title', '=', item.title)
      .where('reading', '=', item.reading)
      .returning('id')
      .executeTakeFirst()
    if (!kept) return
    for (const { id, terms } of renewed)
      await ctx.db.updateTable('knowledge_passage').set({ terms }).where('id', '=', id).execute()
  })
}
