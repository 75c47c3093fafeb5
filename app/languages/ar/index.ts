import type { Translation } from '../translation.ts'

import { assistant } from './assistant.ts'
import { clients } from './clients.ts'
import { contact } from './contact.ts'
import { pages } from './pages.ts'
import { trial } from './trial.ts'

export const ar: Translation = {
  welcome: 'مرحبًا! أنا مساعدك الذكي. ما الذي تود معرفته عن خدماتنا؟',
  questions: {
    'What services do you offer?': 'ما الخدمات التي تقدمونها؟',
    'How much does it cost?': 'كم التكلفة؟',
    'How do we get started?': 'كيف نبدأ؟',
  },
  facts: {
    replyWithin: 'ساعة واحدة',
    enhancementTime: 'يوم إلى يومين',
    staffPerMonth: 'من 3,000 إلى 5,000 دولار شهريًا',
    areaServed: 'جميع أنحاء العالم',
    currencyName: 'الدولار الأمريكي',
    maintenanceNotice: '48 ساعة',
    privacyReply: '48 ساعة',
  },
  ...assistant,
  clients,
  ...contact,
  ...pages,
  ...trial,
}
