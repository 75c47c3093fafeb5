export const qualitySurfaces = {
  '/admin/assistants': { forms: [{ intent: 'import' }], file: 'file' },
  '/admin/assistants/:id/export': {},
  '/admin/shared-assistant/:id': { query: ['key', 'page', 'conversation'] },
  '/admin/shared-assistant/:id/stop': { query: ['address', 'key'], forms: [{}] },
  '/admin/assistants/:id/sites': {
    forms: [
      { intent: 'allow', origin: 'https://shop.example' },
      { intent: 'renew-secret' },
      { intent: 'make-link', days: '30', hidesContacts: 'on', language: 'de', emails: 'client@shop.example' },
      { intent: 'change-link', days: '30', language: 'ar', emails: '' },
      { intent: 'revoke-link' },
    ],
  },
  '/admin/assistants/collections': {
    forms: [
      { intent: 'add', name: 'Shop' },
      { intent: 'rename', id: 'site', name: 'This site' },
      { intent: 'delete', id: 'an-id' },
    ],
  },
  '/admin/assistants/:id': {
    forms: [
      { intent: 'duplicate', id: 'an-id' },
      {
        intent: 'save',
        id: 'new',
        name: 'Shop',
        origins: 'https://shop.example https://*.shop.example',
        collections: 'site',
        botName: 'Bot',
        personality: 'friendly',
        responseStyle: 'concise',
        welcomeMessage: 'Hello',
        systemPrompt: 'Be kind.',
        linkDomains: 'example.com',
        questions: 'Why?',
        accent: '#2f6fed',
        hours: 'Mon-Fri 9:00-17:00',
        noticeEmails: 'shop@example.com',
        dailyCap: '1',
        tools: 'find_page book_meeting',
      },
    ],
  },
  '/admin/quality': {
    forms: [{ intent: 'save', isAutomatic: 'on', monthlyBound: '2' }],
  },
  '/admin/quality/progress': {},
  '/admin/quality/questions': {
    query: ['q', 'page', 'message'],
    forms: [
      {
        intent: 'add',
        text: 'Why?',
        expects: 'answer',
        facts: 'one | two',
        sources: '/about',
        conversation: '',
      },
    ],
  },
  '/admin/quality/questions/:id': {
    forms: [{ intent: 'change', text: 'Why?', expects: 'unknown', facts: 'one', sources: '/about' }],
  },
  '/admin/quality/runs/:id': { query: ['show', 'page'] },
} as const
