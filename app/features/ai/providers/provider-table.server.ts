import type { ProviderId } from '#app/platform/ai-provider-list.ts'

import { claude } from './own/claude.ts'
import { deepseek } from './own/deepseek.ts'
import { gemini } from './own/gemini.ts'
import { openai } from './own/openai.ts'
import type { Provider } from './provider.ts'

export const providerTable: Readonly<Record<ProviderId, Provider>> = { openai, deepseek, claude, gemini }
