import { saveApiConfig } from '#app/features/ai/config/api-config.server.ts'
import { qualitySettings } from '#app/features/chat/quality/quality-settings.server.ts'
import { addTestQuestion } from '#app/features/chat/quality/questions/add-test-question.server.ts'
import {
  changeTestQuestion,
  deleteTestQuestion,
  restoreTestQuestion,
} from '#app/features/chat/quality/questions/change-test-question.server.ts'
import { generateQuestions } from '#app/features/chat/quality/questions/generate-questions.server.ts'
import { startTestRun, stopTestRun } from '#app/features/chat/quality/runs/start-run.server.ts'
import { createTexts } from '#tests/support/knowledge.ts'
import { testKey } from '#tests/support/test-ai-provider.ts'
import type { TestCtx } from '#tests/support/test-ctx.ts'

import { type AdminVerb, SECRET_WORDS, verb } from './admin-verb.ts'

const add = async (ctx: TestCtx) => (await addTestQuestion(ctx, { text: SECRET_WORDS })).id

async function ready(ctx: TestCtx): Promise<void> {
  await saveApiConfig(ctx, { provider: 'openai', model: 'gpt-4', apiKey: testKey })
  await add(ctx)
}

export const qualityVerbs: readonly AdminVerb[] = [
  verb(addTestQuestion, 'quality.question_added', async () => add),
  verb(changeTestQuestion, 'quality.question_changed', async (ctx) => {
    const id = await add(ctx)
    const expected = { expects: 'unknown' as const, facts: [], sources: [] }
    const fields = { text: `${SECRET_WORDS}?`, assistant: 'site', ...expected }
    return (later) => changeTestQuestion(later, { id, ...fields })
  }),
  verb(deleteTestQuestion, 'quality.question_deleted', async (ctx) => {
    const id = await add(ctx)
    return (later) => deleteTestQuestion(later, id)
  }),
  verb(restoreTestQuestion, 'quality.question_restored', async (ctx) => {
    const { id } = await deleteTestQuestion(ctx, await add(ctx))
    return (later) => restoreTestQuestion(later, id)
  }),
  verb(generateQuestions, 'quality.questions_generated', async (ctx) => {
    await createTexts(ctx, {
      Prices: `# ${SECRET_WORDS}?\n\nIt costs $5 a month, and it can be left at any time.`,
    })
    return (later) => generateQuestions(later, new AbortController().signal)
  }),
  verb(startTestRun, 'quality.run_started', async (ctx) => {
    await ready(ctx)
    return startTestRun
  }),
  verb(stopTestRun, 'quality.run_stopped', async (ctx) => {
    await ready(ctx)
    await startTestRun(ctx)
    const { id } = await ctx.db.selectFrom('test_run').select('id').executeTakeFirstOrThrow()
    return (later) => stopTestRun(later, id)
  }),
  verb(
    { name: 'qualitySettings.save' },
    'settings.quality',
    async () => (ctx) => qualitySettings.save(ctx, { monthlyBound: '5' }),
  ),
]
