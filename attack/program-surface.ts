import type { Who } from './attacker.ts'

type Surface = {
  query?: string[]
  forms?: Readonly<Record<string, string>>[]
  json?: Record<string, unknown>
}

/** Endpoints for programs, called without a token. */
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
  '/.well-known/oauth-protected-resource': {},
  '/.well-known/oauth-protected-resource/mcp': {},
  '/.well-known/oauth-authorization-server': {},
  '/oauth/register': {
    json: { client_name: 'Any app', redirect_uris: ['http://127.0.0.1:1234/callback'] },
  },
  '/oauth/token': {
    forms: [
      {
        grant_type: 'authorization_code',
        client_id: 'some-id',
        code: 'some-code',
        redirect_uri: 'http://127.0.0.1:1234/callback',
        code_verifier: 'a'.repeat(43),
        resource: 'http://localhost:3000/mcp',
      },
      {
        grant_type: 'refresh_token',
        client_id: 'some-id',
        refresh_token: 'some-token',
        scope: 'leads.read',
      },
    ],
  },
  '/oauth/authorize': {
    query: [
      'response_type',
      'client_id',
      'redirect_uri',
      'code_challenge',
      'code_challenge_method',
      'scope',
      'state',
      'resource',
    ],
    forms: [
      { intent: 'allow', scope: 'leads.read', seal: 'x' },
      { intent: 'refuse', seal: 'x' },
    ],
  },
  '/oauth/revoke': { forms: [{ client_id: 'some-id', token: 'some-token' }] },
  '/api/v1/*': {
    query: ['q', 'limit', 'cursor', 'status'],
    json: { name: 'Ada', email: 'ada@example.com', message: 'Hello', consent: true },
  },
}

/** Handled before the router, or by the router itself. */
export const otherSurfaces: readonly (Surface & { path: string; who: Who })[] = [
  {
    path: '/api/pulse',
    who: 'stranger',
    json: { u: '/contact?utm_source=x', r: 'https://a.example/', z: 'UTC', w: false },
  },
  { path: '/__manifest', who: 'stranger', query: ['paths', 'version'] },
  { path: '/healthz', who: 'stranger' },
  { path: '/readyz', who: 'stranger' },
  { path: '/metrics', who: 'stranger' },
  { path: '/assets/x.js', who: 'stranger' },
]
