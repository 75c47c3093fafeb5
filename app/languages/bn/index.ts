import type { Translation } from '../translation.ts'

import { assistant } from './assistant.ts'
import { clients } from './clients.ts'
import { contact } from './contact.ts'
import { pages } from './pages.ts'
import { trial } from './trial.ts'

export const bn: Translation = {
  welcome: 'হ্যালো! আমি আপনার এআই সহকারী। আমাদের পরিষেবা সম্পর্কে আপনি কী জানতে চান?',
  questions: {
    'What services do you offer?': 'আপনারা কী কী পরিষেবা দেন?',
    'How much does it cost?': 'এর খরচ কত?',
    'How do we get started?': 'আমরা কীভাবে শুরু করব?',
  },
  facts: {
    replyWithin: '১ ঘণ্টার',
    enhancementTime: '১–২ দিন',
    staffPerMonth: 'প্রতি মাসে $৩,০০০–$৫,০০০',
    areaServed: 'সারা বিশ্ব',
    currencyName: 'মার্কিন ডলার',
    maintenanceNotice: '৪৮ ঘণ্টা',
    privacyReply: '৪৮ ঘণ্টার',
  },
  ...assistant,
  clients,
  ...contact,
  ...pages,
  ...trial,
}
