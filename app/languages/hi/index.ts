import type { Translation } from '../translation.ts'

import { assistant } from './assistant.ts'
import { clients } from './clients.ts'
import { contact } from './contact.ts'
import { pages } from './pages.ts'
import { trial } from './trial.ts'

export const hi: Translation = {
  welcome: 'नमस्ते! मैं आपका AI सहायक हूँ। आप हमारी सेवाओं के बारे में क्या जानना चाहेंगे?',
  questions: {
    'What services do you offer?': 'आप कौन-सी सेवाएँ देते हैं?',
    'How much does it cost?': 'इसका ख़र्च कितना है?',
    'How do we get started?': 'हम शुरुआत कैसे करें?',
  },
  facts: {
    replyWithin: '1 घंटे',
    enhancementTime: '1–2 दिन',
    staffPerMonth: '$3,000–$5,000 प्रति माह',
    areaServed: 'दुनिया भर',
    currencyName: 'अमेरिकी डॉलर',
    maintenanceNotice: '48 घंटे',
    privacyReply: '48 घंटे',
  },
  ...assistant,
  clients,
  ...contact,
  ...pages,
  ...trial,
}
