import type { Translation } from '../translation.ts'

import { assistant } from './assistant.ts'
import { clients } from './clients.ts'
import { contact } from './contact.ts'
import { pages } from './pages.ts'
import { trial } from './trial.ts'

export const id: Translation = {
  welcome: 'Halo! Saya asisten AI Anda. Apa yang ingin Anda ketahui tentang layanan kami?',
  questions: {
    'What services do you offer?': 'Layanan apa saja yang Anda tawarkan?',
    'How much does it cost?': 'Berapa biayanya?',
    'How do we get started?': 'Bagaimana cara memulainya?',
  },
  facts: {
    replyWithin: '1 jam',
    enhancementTime: '1–2 hari',
    staffPerMonth: '$3.000–$5.000 per bulan',
    areaServed: 'Seluruh dunia',
    currencyName: 'dolar AS',
    maintenanceNotice: '48 jam',
    privacyReply: '48 jam',
  },
  ...assistant,
  clients,
  ...contact,
  ...pages,
  ...trial,
}
