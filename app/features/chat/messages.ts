import { publicTexts } from '#app/lib/messages.ts'

import { chatEn, type ChatMessages } from './messages.en.ts'

export const chatTexts = publicTexts<ChatMessages>('chat', { en: chatEn })
