import type { Translation } from '../translation.ts'

import { assistant } from './assistant.ts'
import { clients } from './clients.ts'
import { contact } from './contact.ts'
import { pages } from './pages.ts'
import { trial } from './trial.ts'

export const pl: Translation = {
  welcome: 'Dzień dobry! Jestem asystentem AI i chętnie opowiem o naszych usługach. W czym mogę pomóc?',
  questions: {
    'What services do you offer?': 'Jakie usługi są w ofercie?',
    'How much does it cost?': 'Ile to kosztuje?',
    'How do we get started?': 'Od czego zacząć?',
  },
  facts: {
    replyWithin: '60 minut',
    enhancementTime: '1–2 dni',
    staffPerMonth: '3000–5000 USD miesięcznie',
    areaServed: 'Cały świat',
    currencyName: 'dolary amerykańskie',
    maintenanceNotice: '48 godzin',
    privacyReply: '48 godzin',
  },
  ...assistant,
  clients,
  ...contact,
  ...pages,
  ...trial,
}
