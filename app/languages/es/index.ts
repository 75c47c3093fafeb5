import type { Translation } from '../translation.ts'

import { assistant } from './assistant.ts'
import { clients } from './clients.ts'
import { contact } from './contact.ts'
import { pages } from './pages.ts'
import { trial } from './trial.ts'

export const es: Translation = {
  welcome: '¡Hola! Soy tu asistente de IA. ¿Qué te gustaría saber sobre nuestros servicios?',
  questions: {
    'What services do you offer?': '¿Qué servicios ofrecéis?',
    'How much does it cost?': '¿Cuánto cuesta?',
    'How do we get started?': '¿Cómo empezamos?',
  },
  facts: {
    replyWithin: '1 hora',
    enhancementTime: '1–2 días',
    staffPerMonth: '3.000–5.000 $ al mes',
    areaServed: 'Todo el mundo',
    currencyName: 'dólares estadounidenses',
    maintenanceNotice: '48 horas',
    privacyReply: '48 horas',
  },
  ...assistant,
  clients,
  ...contact,
  ...pages,
  ...trial,
}
