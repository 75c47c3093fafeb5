import type { Messages } from '#app/lib/messages.ts'

import { siteEn, type SiteMessages } from './messages.en.ts'

export const siteMessages: Messages<SiteMessages> = { en: siteEn }
