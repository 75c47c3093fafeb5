type Form = Readonly<Record<string, string>>

export const accountSurfaces: Readonly<Record<string, { query?: string[]; forms: Form[] }>> = {
  '/admin/login': { query: ['next'], forms: [{ email: 'ada@example.com', password: 'a wrong phrase' }] },
  '/admin/login/again': { forms: [{ intent: 'password', email: 'a@b.example', password: 'wrong' }] },
  '/admin/login/passkey': {
    query: ['next'],
    forms: [
      { intent: 'begin' },
      {
        intent: 'sign-in',
        credential: 'AAAA',
        userHandle: 'AAAA',
        clientData: 'e30',
        authenticatorData: 'AAAA',
        signature: 'AAAA',
      },
    ],
  },
  '/admin/account/passkey': { forms: [{ passkeyName: 'Laptop', password: 'wrong', code: '' }] },
  '/admin/login/code': { query: ['next', 'recovery'], forms: [{ code: '123456' }] },
  '/admin/forgot-password': { forms: [{ email: 'ada@example.com' }] },
  '/admin/reset-password': {
    query: ['token'],
    forms: [{ token: 'x', newPassword: 'kettle orbit mango', confirmPassword: 'kettle orbit mango' }],
  },
  '/admin/setup': {
    forms: [
      { code: 'x', email: 'a@b.example', newPassword: 'kettle orbit', confirmPassword: 'kettle orbit' },
    ],
  },
  '/admin/invitation': {
    query: ['token'],
    forms: [
      { token: 'x', name: 'Ada', password: 'kettle orbit mango', confirmPassword: 'kettle orbit mango' },
    ],
  },
  '/admin/account': {
    forms: [
      {
        intent: 'password',
        currentPassword: 'wrong',
        newPassword: 'kettle orbit',
        confirmPassword: 'kettle orbit',
      },
      { intent: 'name', name: 'Ada Lovelace' },
      { intent: 'token', tokenName: 'Reports', role: 'viewer', days: '30' },
      { intent: 'revoke-token', id: 'some-id' },
      { intent: 'disconnect-app', id: 'some-id' },
      { intent: 'passkey', passkeyName: 'Laptop', clientData: 'e30', attestation: 'oA' },
      { intent: 'remove-passkey', removed: 'some-id', password: 'wrong', code: '' },
      { intent: 'session-length', idleMinutes: '30', absoluteHours: '8' },
      { intent: 'sessions', password: 'wrong', end: 'others' },
    ],
  },
  '/admin/account/push': {
    forms: [
      { intent: 'begin' },
      { intent: 'subscribe', endpoint: 'https://push.example/x', p256dh: 'AAAA', auth: 'AAAA' },
      { intent: 'keep', endpoint: 'https://push.example/x' },
    ],
  },
  '/admin/account/notifications': {
    forms: [
      {
        intent: 'save',
        'inquiry.mail': 'on',
        wait: '5',
        quietFrom: '22:00',
        quietTo: '07:00',
        timeZone: 'UTC',
        slack: 'https://hooks.slack.com/services/x',
        discord: '',
      },
      { intent: 'test', channel: 'mail' },
      { intent: 'remove-device', id: 'some-id' },
    ],
  },
  '/admin/account/two-factor': {
    forms: [{ intent: 'confirm', password: 'wrong', code: '123456', ticket: 'x' }],
  },
  '/admin/team': {
    forms: [
      { intent: 'invite', email: 'ada@example.com', role: 'sales' },
      { intent: 'role', id: 'x', role: 'viewer' },
      { intent: 'again', id: 'x' },
    ],
  },
}
