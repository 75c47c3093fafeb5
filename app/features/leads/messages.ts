import type { Messages } from '#app/lib/messages.ts'

import { leadsEn, type LeadsMessages } from './messages.en.ts'

export const leadsMessages: Messages<LeadsMessages> = { en: leadsEn }
