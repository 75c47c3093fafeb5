import type { Translation } from '../translation.ts'

import { assistant } from './assistant.ts'
import { clients } from './clients.ts'
import { contact } from './contact.ts'
import { pages } from './pages.ts'
import { trial } from './trial.ts'

export const fr: Translation = {
  welcome: 'Bonjour ! Je suis votre assistant IA. Que souhaitez-vous savoir sur nos services ?',
  questions: {
    'What services do you offer?': 'Quels services proposez-vous ?',
    'How much does it cost?': 'Combien cela coûte-t-il ?',
    'How do we get started?': 'Par où commençons-nous ?',
  },
  facts: {
    replyWithin: '1 heure',
    enhancementTime: '1 à 2 jours',
    staffPerMonth: '3 000 à 5 000 $ par mois',
    areaServed: 'Monde entier',
    currencyName: 'dollars américains',
    maintenanceNotice: '48 heures',
    privacyReply: '48 heures',
  },
  ...assistant,
  clients,
  ...contact,
  ...pages,
  ...trial,
}
