import type { Translation } from '../translation.ts'

import { assistant } from './assistant.ts'
import { clients } from './clients.ts'
import { contact } from './contact.ts'
import { pages } from './pages.ts'
import { trial } from './trial.ts'

export const it: Translation = {
  welcome: 'Salve! Sono il Suo assistente IA. Che cosa desidera sapere sui nostri servizi?',
  questions: {
    'What services do you offer?': 'Quali servizi offrite?',
    'How much does it cost?': 'Quanto costa?',
    'How do we get started?': 'Come si comincia?',
  },
  facts: {
    replyWithin: '1 ora',
    enhancementTime: '1–2 giorni',
    staffPerMonth: '3.000–5.000 $ al mese',
    areaServed: 'Tutto il mondo',
    currencyName: 'dollari statunitensi',
    maintenanceNotice: '48 ore',
    privacyReply: '48 ore',
  },
  ...assistant,
  clients,
  ...contact,
  ...pages,
  ...trial,
}
