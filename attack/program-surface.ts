type Surface = {
  query?: string[]
  forms?: Readonly<Record<string, string>>[]
  json?: Record<string, unknown>
}

/** What programs call. A stranger's requests without a token. */
export const programSurfaces: Readonly<Record<string, Surface>> = {
  '/api/v1': {},
  '/api/v1/openapi.json': {},
  '/admin/settings/webhooks': {
    query: ['state'],
    forms: [
      { intent: 'add', url: 'https://receiver.example/', 'lead.created': 'on' },
      { intent: 'resend', id: 'some-id' },
      { intent: 'origins', origins: 'https://app.example' },
    ],
  },
  '/mcp': {
    json: {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'search_site', arguments: { q: 'AI' } },
    },
  },
  '/api/v1/*': {
    query: ['q', 'limit', 'cursor', 'status'],
    json: { name: 'Ada', email: 'ada@example.com', message: 'Hello', consent: true },
  },
}
