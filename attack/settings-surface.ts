export const settingsSurfaces = {
  '/admin/settings': {
    forms: [
      {
        intent: 'save',
        siteName: 'Lumivox',
        contactEmail: 'hello@lumivox.example',
        noticeEmails: 'a@b.example',
        socialLinkedin: 'https://l.example',
        socialX: 'https://x.example',
        socialInstagram: 'https://i.example',
        timeZone: 'Europe/Berlin',
        currency: 'EUR',
      },
    ],
  },
  '/admin/connections': {
    query: ['code', 'state', 'error'],
    forms: [
      { intent: 'google-outgoing', host: '', port: '', sender: 'a@b.example', ownPassword: 'p', code: '1' },
      {
        intent: 'test-outgoing',
        service: 'other',
        host: '127.0.0.1',
        port: '465',
        user: 'u',
        password: 'p',
        sender: 'a@b.example',
      },
      {
        intent: 'save-incoming',
        service: 'other',
        host: 'imap.agency.example',
        port: '993',
        user: 'u',
        password: 'p',
        folder: 'INBOX',
        ownPassword: 'p',
        code: '1',
      },
      { intent: 'check-domain', selector: 's1' },
      {
        intent: 'test-bucket',
        endpoint: 'https://127.0.0.1',
        region: 'r',
        bucket: 'pictures',
        path: 'a',
        keyId: 'k',
        secret: 's',
        copied: 'on',
      },
    ],
  },
  '/admin/contact-form': {
    query: ['question'],
    forms: [
      { intent: 'save', id: '', question: 'Budget', kind: 'one', required: 'on', help: '', choices: 'a\nb' },
      { intent: 'move-up', id: 'x' },
      { intent: 'move-down', id: 'x' },
      { intent: 'delete', id: 'x' },
    ],
  },
  '/admin/settings/backups': {
    query: ['restore', 'moment'],
    forms: [
      { intent: 'save', keep: '14' },
      { intent: 'restore', name: 'x', moment: '', confirmation: '', password: '', code: '' },
    ],
  },
  '/admin/settings/backups/:name': {},
} as const
