import type { Translation } from '../translation.ts'

import { assistant } from './assistant.ts'
import { clients } from './clients.ts'
import { contact } from './contact.ts'
import { pages } from './pages.ts'
import { trial } from './trial.ts'

export const ru: Translation = {
  welcome: 'Здравствуйте! Я ваш ИИ-ассистент. Что вы хотели бы узнать о наших услугах?',
  questions: {
    'What services do you offer?': 'Какие услуги вы предлагаете?',
    'How much does it cost?': 'Сколько это стоит?',
    'How do we get started?': 'С чего начать?',
  },
  facts: {
    replyWithin: '60 минут',
    enhancementTime: '1–2 дня',
    staffPerMonth: '3000–5000 $ в месяц',
    areaServed: 'Весь мир',
    currencyName: 'доллары США',
    maintenanceNotice: '48 часов',
    privacyReply: '48 часов',
  },
  ...assistant,
  clients,
  ...contact,
  ...pages,
  ...trial,
}
