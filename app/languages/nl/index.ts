import type { Translation } from '../translation.ts'

import { assistant } from './assistant.ts'
import { clients } from './clients.ts'
import { contact } from './contact.ts'
import { pages } from './pages.ts'
import { trial } from './trial.ts'

export const nl: Translation = {
  welcome: 'Hallo! Ik ben uw AI-assistent. Wat wilt u weten over onze diensten?',
  questions: {
    'What services do you offer?': 'Welke diensten biedt u aan?',
    'How much does it cost?': 'Wat kost het?',
    'How do we get started?': 'Hoe gaan we van start?',
  },
  facts: {
    replyWithin: '1 uur',
    enhancementTime: '1–2 dagen',
    staffPerMonth: '$ 3.000–5.000 per maand',
    areaServed: 'Wereldwijd',
    currencyName: 'Amerikaanse dollars',
    maintenanceNotice: '48 uur',
    privacyReply: '48 uur',
  },
  ...assistant,
  clients,
  ...contact,
  ...pages,
  ...trial,
}
