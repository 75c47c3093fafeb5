import type { Translation } from '../translation.ts'

import { assistant } from './assistant.ts'
import { clients } from './clients.ts'
import { contact } from './contact.ts'
import { pages } from './pages.ts'
import { trial } from './trial.ts'

export const zh: Translation = {
  welcome: '您好！我是您的 AI 助手。关于我们的服务，您想了解些什么？',
  questions: {
    'What services do you offer?': '你们提供哪些服务？',
    'How much does it cost?': '费用是多少？',
    'How do we get started?': '我们如何开始？',
  },
  facts: {
    replyWithin: '1 小时',
    enhancementTime: '1–2 天',
    staffPerMonth: '每月 3,000–5,000 美元',
    areaServed: '全球',
    currencyName: '美元',
    maintenanceNotice: '48 小时',
    privacyReply: '48 小时',
  },
  ...assistant,
  clients,
  ...contact,
  ...pages,
  ...trial,
}
