import { z } from 'zod'

import {
  DEFAULT_MODEL,
  DEFAULT_PROVIDER,
  providerIds,
  UNSUPPORTED_PROVIDER,
} from '#app/features/ai/providers/provider-list.ts'

const provider = z.enum(providerIds, { error: UNSUPPORTED_PROVIDER })
const model = z
  .string()
  .trim()
  .min(1, 'Please enter a model.')
  .max(100, 'Please use at most 100 characters.')
  .regex(/^(?!.*\.\.)\w[\w.:@/-]*$/, 'A model is named by letters, digits and . : @ / - alone.')

/** What is stored of the connection; the keys stand apart, each with its provider. */
export const apiConfigSchema = z.object({
  provider,
  model,
  /** Takes over before any visible text when the first fails. */
  fallback: z.object({ provider, model }).nullable(),
})

export type ApiConfig = z.infer<typeof apiConfigSchema>

export const defaultApiConfig: ApiConfig = {
  provider: DEFAULT_PROVIDER,
  model: DEFAULT_MODEL,
  fallback: null,
}

/** Keys are printable ASCII in every API; anything else was pasted by mistake and would break a header. */
export const apiKeySchema = z
  .string()
  .trim()
  .min(8, 'This is too short to be an API key.')
  .max(500, 'This is too long to be an API key.')
  .regex(/^[\x21-\x7e]+$/, 'An API key holds no spaces and no special characters.')
