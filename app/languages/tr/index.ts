import type { Translation } from '../translation.ts'

import { assistant } from './assistant.ts'
import { clients } from './clients.ts'
import { contact } from './contact.ts'
import { pages } from './pages.ts'
import { trial } from './trial.ts'

export const tr: Translation = {
  welcome: 'Merhaba! Ben yapay zekâ asistanınızım. Hizmetlerimiz hakkında ne öğrenmek istersiniz?',
  questions: {
    'What services do you offer?': 'Hangi hizmetleri sunuyorsunuz?',
    'How much does it cost?': 'Ücreti ne kadar?',
    'How do we get started?': 'Nasıl başlayabiliriz?',
  },
  facts: {
    replyWithin: '1 saat',
    enhancementTime: '1–2 gün',
    staffPerMonth: 'Ayda 3.000–5.000 $',
    areaServed: 'Dünya geneli',
    currencyName: 'ABD doları',
    maintenanceNotice: '48 saat',
    privacyReply: '48 saat',
  },
  ...assistant,
  clients,
  ...contact,
  ...pages,
  ...trial,
}
