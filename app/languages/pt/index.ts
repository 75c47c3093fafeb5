import type { Translation } from '../translation.ts'

import { assistant } from './assistant.ts'
import { clients } from './clients.ts'
import { contact } from './contact.ts'
import { pages } from './pages.ts'
import { trial } from './trial.ts'

export const pt: Translation = {
  welcome: 'Olá! Sou seu assistente de IA. O que você gostaria de saber sobre nossos serviços?',
  questions: {
    'What services do you offer?': 'Quais serviços vocês oferecem?',
    'How much does it cost?': 'Quanto custa?',
    'How do we get started?': 'Como começamos?',
  },
  facts: {
    replyWithin: '1 hora',
    enhancementTime: '1–2 dias',
    staffPerMonth: 'US$ 3.000–5.000 por mês',
    areaServed: 'Mundo todo',
    currencyName: 'dólares americanos',
    maintenanceNotice: '48 horas',
    privacyReply: '48 horas',
  },
  ...assistant,
  clients,
  ...contact,
  ...pages,
  ...trial,
}
