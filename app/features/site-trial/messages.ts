import { publicTexts } from '#app/lib/messages.ts'

import { trialEn, type TrialMessages } from './messages.en.ts'

export const trialTexts = publicTexts<TrialMessages>('trial', { en: trialEn })
