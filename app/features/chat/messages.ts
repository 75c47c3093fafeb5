import type { Messages } from '#app/lib/messages.ts'

import { chatEn, type ChatMessages } from './messages.en.ts'

export const chatMessages: Messages<ChatMessages> = { en: chatEn }
