import { z } from 'zod'

import { readCompletions } from './completions-answer.ts'
import { modelId, type Provider } from './provider.ts'

const day = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}/)
  .transform((date) => date.slice(0, 10))
const page = z.object({ data: z.array(z.object({ id: modelId, shutdown_date: day.nullish().catch(null) })) })

/** Chat completions, which OpenAI and the servers that are compatible with it offer. */
export const compatibleApi = {
  async load() {
    const { createOpenAI } = await import('@ai-sdk/openai')
    return (settings) => createOpenAI(settings).chat
  },
  readAnswer: (onThoughts) => readCompletions(onThoughts, false),
  hasVariousErrors: true,
  list: {
    path: '/models',
    headers: (key) => ({ authorization: `Bearer ${key}` }),
    parse(body) {
      const { data } = page.parse(body)
      return { models: data.map((one) => ({ id: one.id, ends: one.shutdown_date ?? undefined })), next: null }
    },
  },
} satisfies Partial<Provider>
