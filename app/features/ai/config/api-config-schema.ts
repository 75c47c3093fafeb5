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
  .regex(/^(?!.*\.\.)\w[\w.:@/-]*$/, 'A model name can contain only letters, digits and . : @ / -')

/** The stored connection, without the keys, which are stored by provider. */
export const apiConfigSchema = z.object({
  provider,
  model,
  /** Takes over when the first provider fails before any visible text. */
  fallback: z.object({ provider, model }).nullable(),
})

export type ApiConfig = z.infer<typeof apiConfigSchema>

export const defaultApiConfig: ApiConfig = {
  provider: DEFAULT_PROVIDER,
  model: DEFAULT_MODEL,
  fallback: null,
}

/** Keys are printable ASCII; anything else was pasted by mistake and would break the header. */
export const apiKeySchema = z
  .string()
  .trim()
  .min(8, 'This is too short to be an API key.')
  .max(500, 'This is too long to be an API key.')
  .regex(/^[\x21-\x7e]+$/, 'An API key contains no spaces and no special characters.')
