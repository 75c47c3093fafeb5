import type { Translation } from '../translation.ts'

import { assistant } from './assistant.ts'
import { clients } from './clients.ts'
import { contact } from './contact.ts'
import { pages } from './pages.ts'
import { trial } from './trial.ts'

export const de: Translation = {
  welcome: 'Hallo! Ich bin Ihr KI-Assistent. Was möchten Sie über unsere Leistungen wissen?',
  questions: {
    'What services do you offer?': 'Welche Leistungen bieten Sie an?',
    'How much does it cost?': 'Was kostet das?',
    'How do we get started?': 'Wie fangen wir an?',
  },
  facts: {
    replyWithin: '1 Stunde',
    enhancementTime: '1–2 Tage',
    staffPerMonth: '3.000–5.000 $ im Monat',
    areaServed: 'Weltweit',
    currencyName: 'US-Dollar',
    maintenanceNotice: '48 Stunden',
    privacyReply: '48 Stunden',
  },
  ...assistant,
  clients,
  ...contact,
  ...pages,
  ...trial,
}
