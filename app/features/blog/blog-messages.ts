import { publicTexts } from '#app/lib/messages.ts'

import { blogEn, type BlogMessages } from './messages.en.ts'

export const blogTexts = publicTexts<BlogMessages>('blog', { en: blogEn })
