export const siteSurfaces = {
  '/admin/brand': {
    query: ['from'],
    forms: [
      {
        intent: 'save',
        siteName: 'Lumivox',
        accent: '#7c6cf6',
        second: '#22d3ee',
        ground: 'dark',
        fonts: 'bricolage-inter',
        radius: '16',
        takesLogo: 'on',
      },
      { intent: 'remove-picture', which: 'logo' },
    ],
    file: 'logo',
  },
  '/admin/services': {
    forms: [
      { intent: 'create', name: 'Courses' },
      { intent: 'up', id: 'ai-chatbots', listed: 'service' },
    ],
  },
  '/admin/wording': {
    query: ['q', 'changed', 'page'],
    forms: [
      { intent: 'save', place: 'leads.toast.sentTitle', text: 'Thank you' },
      { intent: 'reset', place: 'leads.toast.sentTitle' },
    ],
  },
  '/admin/menus': {
    query: ['from'],
    forms: [
      {
        intent: 'save',
        'header.0.to': 'page:home',
        'header.0.text': 'Start',
        'header.1.to': 'address',
        'header.1.address': 'https://example.com',
        'header.1.text': 'Elsewhere',
        'button.to': 'page:contact',
        'button.text': 'Get Started',
        'columns.0.title': 'Company',
        'columns.0.items.0.to': 'blog',
        blurb: 'Any text',
        legalLine: '© {years} {siteName}',
        since: '2024',
        move: 'header.1 up',
      },
    ],
  },
  '/admin/legal-texts/:id': {},
  '/admin/checklist': { forms: [{ intent: 'confirm', id: 'fact.hours' }] },
  '/admin/facts': {
    forms: [
      { intent: 'save', 'fact.hours': '24/7', newName: 'founded', newTitle: 'Founded', newValue: '1999' },
    ],
  },
  '/admin/transfer': {
    forms: [
      { intent: 'check' },
      { intent: 'import', confirm: 'on' },
      { intent: 'site', address: 'x.invalid' },
    ],
    file: 'file',
  },
  '/admin/transfer/:id': { forms: [{ intent: 'keep', pages: '0', posts: '0', facts: '0' }] },
  '/admin/transfer/content.zip': {},
  '/admin/transfer/transfers': {},
} as const
