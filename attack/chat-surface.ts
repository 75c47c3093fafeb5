import { leadFieldNames } from '../app/features/leads/lead-fields.ts'
import { mapNames } from '../app/lib/map-names.ts'

export const inquiry = {
  ...mapNames(leadFieldNames, () => 'Any text'),
  name: 'Ada Lovelace',
  email: 'ada@example.com',
  phone: '+49 30 901820',
  country: 'DE',
  company: 'Engines Ltd',
  message: 'Can an agent answer our calls?',
  service: 'AI chatbots',
  plan: 'Starter',
  token: 'a.b',
  first_page: '/contact?utm_source=x',
  last_page: '/contact',
  referrer: 'https://search.example/',
  consent: 'on',
}

export const chatSurfaces = {
  '/api/sample-assistant': {
    json: {
      page: '/services/ai-chatbots',
      block: 'try',
      turns: [{ role: 'user', content: 'When are you open?' }],
    },
  },
  '/assistant.js': {},
  '/assistant/:key': { query: ['host'] },
  '/assistant/:key/look': {},
  '/api/chat': {
    query: ['page'],
    json: { conversationId: null, message: 'What do you do?', zone: 'Europe/Berlin' },
  },
  '/api/chat/:id': {},
  '/api/chat/:id/inquiry': { forms: [inquiry], file: 'file' },
  '/api/chat/:id/cards/:card': { forms: [{ name: 'Ada', email: 'ada@example.com', zone: 'Europe/Berlin' }] },
  '/api/chat/:id/rating': { json: { replyId: 'an-id', rating: 'helpful', comment: 'Thanks' } },
  '/api/chat/:id/reply': { forms: [{}], method: 'DELETE' },
  '/api/chat/:id/events': { query: ['after'] },
} as const
