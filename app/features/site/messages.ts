import { publicTexts } from '#app/lib/messages.ts'

import { siteEn, type SiteMessages } from './messages.en.ts'

export const siteTexts = publicTexts<SiteMessages>('site', { en: siteEn })
