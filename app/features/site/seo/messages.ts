import { publicTexts } from '#app/lib/messages.ts'

import { foundEn, type FoundMessages } from './messages.en.ts'

export const foundTexts = publicTexts<FoundMessages>('found', { en: foundEn })
