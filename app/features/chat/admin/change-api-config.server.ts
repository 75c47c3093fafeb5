import { z } from 'zod'

import {
  type ApiConfigFields,
  removeApiKey,
  saveApiConfig,
} from '#app/features/ai/config/api-config.server.ts'
import { type ConnectionTest, testConnection } from '#app/features/ai/config/test-connection.server.ts'
import { listedModelOf } from '#app/features/ai/models/listed-model-of.server.ts'
import { replaceModel } from '#app/features/ai/models/model-warnings.server.ts'
import { saveOwnPrice } from '#app/features/chat/limits/own-price.server.ts'
import type { FormAnswer, Toast } from '#app/lib/form-answer.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { FieldErrors } from '#app/platform/errors.ts'
import { anyFields, form, formAction, textField } from '#app/platform/http/form-action.server.ts'

type ApiConfigValue = {
  connection?: 'connected' | 'failed'
  /** Changes with each save, so that the form clears the key field. */
  savedAt?: number
  tested?: ConnectionTest
}
export type ApiConfigAnswer = FormAnswer<ApiConfigValue>

export const changeApiConfig = formAction({
  save: form({
    schema: anyFields,
    async run(ctx, fields): Promise<ApiConfigValue> {
      const model = await listedModelOf(ctx, fields)
      const listed = { ...fields, ...(model !== undefined && { model }) }
      await withTransaction(ctx, async (ctx) => {
        await saveApiConfig(ctx, listed, await saveOwnPrice(ctx, fields))
      })
      return { ...(await tryOut(ctx, listed)), savedAt: ctx.clock.now() }
    },
    toast: ({ tested }) =>
      tested?.connected ? { title: 'Saved', text: 'API configuration saved successfully!' } : toastOf(tested),
    rejectedToast: (error) => ({
      title: 'Error',
      text: error instanceof FieldErrors ? error.message : 'Failed to save configuration',
    }),
    rejected: 'Error',
  }),
  test: form({
    schema: anyFields,
    run: tryOut,
    toast: ({ tested }) => toastOf(tested),
    rejected: 'Error',
  }),
  // The page submits this itself when it opens.
  open: form({ schema: anyFields, run: tryOut, rejected: 'Error' }),
  successor: form({
    schema: z.object({ use: z.enum(['model', 'fallback']), model: textField }),
    async run(ctx, replacement): Promise<ApiConfigValue> {
      await replaceModel(ctx, replacement)
      return { savedAt: ctx.clock.now() }
    },
    toast: (_value, { model }) => ({ title: 'Saved', text: `The assistant now answers with ${model}.` }),
    rejected: 'Error',
  }),
  remove: form({
    schema: z.object({ provider: textField }),
    async run(ctx, { provider }): Promise<ApiConfigValue> {
      await removeApiKey(ctx, provider)
      return { savedAt: ctx.clock.now() }
    },
    toast: { title: 'Key removed', text: 'Without a key, the assistant runs in demo mode.' },
    rejected: 'Error',
  }),
})

async function tryOut(ctx: Ctx, fields: ApiConfigFields): Promise<ApiConfigValue> {
  const tested = await testConnection(ctx, fields)
  return { tested, connection: tested.connected ? 'connected' : 'failed' }
}

function toastOf(tested: ConnectionTest | undefined): Toast | undefined {
  if (!tested) return undefined
  const { connected, title, text } = tested
  return { title, text, ...(!connected && { tone: 'destructive' }) }
}
