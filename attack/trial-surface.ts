export const trialSurfaces = {
  '/try': { forms: [{ address: 'www.example.invalid', consent: 'on' }] },
  '/try/:token': {
    forms: [
      { intent: 'ask', question: 'What does it cost?', typed: '' },
      {
        intent: 'inquire',
        name: 'Ada',
        email: 'ada@example.com',
        message: 'Please write',
        consent: 'on',
        website: '',
      },
      { intent: 'delete' },
    ],
  },
  '/api/try/:token': { forms: [{ question: 'What does it cost?' }] },
} as const
