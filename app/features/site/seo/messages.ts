import type { Messages } from '#app/lib/messages.ts'

import { foundEn, type FoundMessages } from './messages.en.ts'

export const foundMessages: Messages<FoundMessages> = { en: foundEn }
