import type { Messages } from '#app/lib/messages.ts'

import { knowledgeEn, type KnowledgeMessages } from './messages.en.ts'

export const knowledgeMessages: Messages<KnowledgeMessages> = { en: knowledgeEn }
