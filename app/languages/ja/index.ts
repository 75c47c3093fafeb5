import type { Translation } from '../translation.ts'

import { assistant } from './assistant.ts'
import { clients } from './clients.ts'
import { contact } from './contact.ts'
import { pages } from './pages.ts'
import { trial } from './trial.ts'

export const ja: Translation = {
  welcome: 'こんにちは。AI アシスタントです。サービスについて知りたいことをお聞かせください。',
  questions: {
    'What services do you offer?': 'どのようなサービスがありますか？',
    'How much does it cost?': '料金はいくらですか？',
    'How do we get started?': 'どのように始めればよいですか？',
  },
  facts: {
    replyWithin: '1 時間',
    enhancementTime: '1～2 日',
    staffPerMonth: '月額 3,000～5,000 ドル',
    areaServed: '全世界',
    currencyName: '米ドル',
    maintenanceNotice: '48 時間',
    privacyReply: '48 時間',
  },
  ...assistant,
  clients,
  ...contact,
  ...pages,
  ...trial,
}
