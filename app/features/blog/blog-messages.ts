import type { Messages } from '#app/lib/messages.ts'

import { blogEn, type BlogMessages } from './messages.en.ts'

export const blogMessages: Messages<BlogMessages> = { en: blogEn }
