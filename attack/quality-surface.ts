export const qualitySurfaces = {
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
}
