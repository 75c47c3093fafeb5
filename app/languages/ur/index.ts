import type { Translation } from '../translation.ts'

import { assistant } from './assistant.ts'
import { clients } from './clients.ts'
import { contact } from './contact.ts'
import { pages } from './pages.ts'
import { trial } from './trial.ts'

export const ur: Translation = {
  welcome: 'السلام علیکم! میں آپ کا اے آئی معاون ہوں۔ آپ ہماری خدمات کے بارے میں کیا جاننا چاہیں گے؟',
  questions: {
    'What services do you offer?': 'آپ کون سی خدمات پیش کرتے ہیں؟',
    'How much does it cost?': 'اس پر کتنا خرچ آتا ہے؟',
    'How do we get started?': 'ہم شروعات کیسے کریں؟',
  },
  facts: {
    replyWithin: '1 گھنٹے',
    enhancementTime: '1 سے 2 دن',
    staffPerMonth: '3,000 سے 5,000 ڈالر ماہانہ',
    areaServed: 'دنیا بھر',
    currencyName: 'امریکی ڈالر',
    maintenanceNotice: '48 گھنٹے',
    privacyReply: '48 گھنٹے',
  },
  ...assistant,
  clients,
  ...contact,
  ...pages,
  ...trial,
}
