import { expect, test } from 'vitest'

import { answerApi } from '#app/actions/rest/answer-api.server.ts'
import { HOUR } from '#app/platform/clock.ts'
import { allowApp, connectApp, redirectUri } from '#tests/factories/connected-app.ts'
import { createTestMember } from '#tests/factories/member.ts'
import { asOwner, createTestCtx } from '#tests/support/test-ctx.ts'

import { answerOauth } from './answer-oauth.server.ts'
import { answerMetadata } from './oauth-metadata.server.ts'

const base = 'http://localhost:3000'

async function createServer() {
  const ctx = await createTestCtx()
  const { actor } = await createTestMember(ctx)
  const member = asOwner(ctx, actor)
  const send = (path: string, init: RequestInit, clientAddress = '203.0.113.9') =>
    answerOauth(ctx, new Request(`${base}${path}`, { method: 'POST', ...init }), {
      requestId: 'test',
      clientAddress,
      nonce: '',
    })
  const post = (path: string, fields: Record<string, string> | [string, string][]) =>
    send(path, { body: new URLSearchParams(fields) })
  const register = (metadata: unknown, clientAddress?: string) => {
    const headers = { 'content-type': 'application/json' }
    return send('/oauth/register', { headers, body: JSON.stringify(metadata) }, clientAddress)
  }
  return { ctx, member, send, post, register }
}

async function refusalOf(response: Response) {
  expect(response.headers.get('cache-control')).toBe('no-store')
  expect(response.headers.get('access-control-allow-origin')).toBe('*')
  const { error, error_description } = await response.json()
  expect(error_description).toMatch(/\.$/)
  return [response.status, error]
}

test.each([
  ['oauth-protected-resource', 'resource', `${base}/mcp`],
  ['oauth-protected-resource/mcp', 'resource', `${base}/mcp`],
  ['oauth-authorization-server', 'issuer', base],
])('/.well-known/%s tells apps where to sign in', async (name, field, value) => {
  const { ctx } = await createServer()
  const response = await answerMetadata(ctx, new Request(`${base}/.well-known/${name}`))
  expect(response.headers.get('access-control-allow-origin')).toBe('*')
  const document = await response.json()
  expect(document[field]).toBe(value)
  expect(document.scopes_supported).toContain('leads.read')
  if (field === 'issuer')
    expect(document).toMatchObject({
      authorization_endpoint: `${base}/oauth/authorize`,
      code_challenge_methods_supported: ['S256'],
      token_endpoint_auth_methods_supported: ['none'],
    })
  else expect(document.authorization_servers).toEqual([base])
  const refused = await answerMetadata(ctx, new Request(`${base}/.well-known/${name}`, { method: 'POST' }))
  expect(refused.status).toBe(405)
})

test('an app registers as a public client, whatever it wishes', async () => {
  const { register } = await createServer()
  const response = await register({
    client_name: ' <b>Claude</b>\u202E @ work\n',
    redirect_uris: [redirectUri],
    token_endpoint_auth_method: 'client_secret_post',
    logo_uri: 'javascript:alert(1)',
  })
  expect(response.status).toBe(201)
  const client = await response.json()
  expect(client).toMatchObject({
    client_id: expect.any(String),
    client_name: '<b>Claude</b> work',
    redirect_uris: [redirectUri],
    token_endpoint_auth_method: 'none',
  })
  expect(client).not.toHaveProperty('client_secret')
  expect(client).not.toHaveProperty('logo_uri')
})

test.each([
  ['no redirect URI', { redirect_uris: [] }, 'invalid_redirect_uri'],
  [
    'too many',
    { redirect_uris: Array.from({ length: 11 }, (_, n) => `https://a.example/${n}`) },
    'invalid_redirect_uri',
  ],
  ['one without https', { redirect_uris: ['http://app.example/'] }, 'invalid_redirect_uri'],
  ['a script', { redirect_uris: [redirectUri, 'javascript:alert(1)'] }, 'invalid_redirect_uri'],
  ['no object', [1], 'invalid_client_metadata'],
  ['a name that is none', { redirect_uris: [redirectUri], client_name: 1 }, 'invalid_client_metadata'],
  [
    'a name without end',
    { redirect_uris: [redirectUri], client_name: 'x'.repeat(1001) },
    'invalid_client_metadata',
  ],
  ['another flow', { redirect_uris: [redirectUri], grant_types: ['implicit'] }, 'invalid_client_metadata'],
])('a registration with %s is refused', async (_what, metadata, error) => {
  const { ctx, register } = await createServer()
  expect(await refusalOf(await register(metadata))).toEqual([400, error])
  expect(await ctx.db.selectFrom('oauth_client').selectAll().execute()).toEqual([])
})

test('registrations are small, few from one place and limited in all', async () => {
  const { ctx, member, send, register } = await createServer()
  const large = { redirect_uris: [redirectUri], software_statement: 'x'.repeat(20_000) }
  expect(await refusalOf(await register(large))).toEqual([413, 'invalid_request'])
  expect(await refusalOf(await send('/oauth/register', { body: 'x' }))).toEqual([415, 'invalid_request'])
  const { clientId } = await allowApp(member)
  const row = { name: 'Old', redirect_uris: '["https://a.example/"]', used_at: null }
  const rows = Array.from({ length: 1003 }, (_, n) => ({
    ...row,
    id: `old-${n}`,
    created_at: n,
  }))
  for (let at = 0; at < rows.length; at += 500)
    await ctx.db
      .insertInto('oauth_client')
      .values(rows.slice(at, at + 500))
      .execute()
  expect((await register({ redirect_uris: [redirectUri] })).status).toBe(201)
  const kept = await ctx.db.selectFrom('oauth_client').select('id').execute()
  const ids = kept.map(({ id }) => id)
  expect(ids).toHaveLength(1001)
  expect(ids).toContain(clientId)
  expect(ids).not.toContain('old-3')
  expect(ids).toContain('old-4')
  for (let n = 0; n < 19; n += 1) await register({ redirect_uris: [redirectUri] })
  const refused = await register({ redirect_uris: [redirectUri] })
  expect(refused.headers.get('retry-after')).toBeTruthy()
  expect(await refusalOf(refused)).toEqual([429, 'too_many_requests'])
  expect((await register({ redirect_uris: [redirectUri] }, '203.0.113.10')).status).toBe(201)
  ctx.clock.advance(HOUR)
  expect((await register({ redirect_uris: [redirectUri] })).status).toBe(201)
})

test('a code becomes tokens, which the API takes, are renewed and revoked', async () => {
  const { ctx, member, post } = await createServer()
  const { clientId, code, verifier, resource } = await allowApp(member)
  const asked = { grant_type: 'authorization_code', client_id: clientId, code, redirect_uri: redirectUri }
  const first = await post('/oauth/token', { ...asked, code_verifier: verifier, resource })
  expect(first.headers.get('cache-control')).toBe('no-store')
  const tokens = await first.json()
  expect(tokens).toMatchObject({ token_type: 'Bearer', expires_in: 3600, scope: 'leads.read leads.write' })
  const ask = async (token: string, path: string) => {
    const headers = { authorization: `Bearer ${token}` }
    const visit = { requestId: 'test', clientAddress: '203.0.113.9', nonce: '' }
    return (await answerApi(ctx, new Request(`${base}/api/v1${path}`, { headers }), visit)).status
  }
  expect(await ask(tokens.access_token, '/leads')).toBe(200)
  expect(await ask(tokens.access_token, '/conversations')).toBe(403)
  const refresh = { grant_type: 'refresh_token', client_id: clientId, refresh_token: tokens.refresh_token }
  const renewed = await (await post('/oauth/token', refresh)).json()
  expect(await ask(renewed.access_token, '/leads')).toBe(200)
  const revoked = await post('/oauth/revoke', { client_id: clientId, token: renewed.refresh_token })
  expect(revoked.status).toBe(200)
  expect(await ask(renewed.access_token, '/leads')).toBe(401)
  expect(await refusalOf(await post('/oauth/token', refresh))).toEqual([400, 'invalid_grant'])
})

test.each([
  ['no grant type', { grant_type: '' }, [400, 'invalid_request']],
  ['another grant', { grant_type: 'password' }, [400, 'unsupported_grant_type']],
  ['an unknown client', { client_id: 'nobody' }, [401, 'invalid_client']],
  ['a client that cannot be stored', { client_id: '\0' }, [401, 'invalid_client']],
  ['no verifier', { code_verifier: '' }, [400, 'invalid_request']],
  ['the challenge as verifier', { code_verifier: 'x' }, [400, 'invalid_grant']],
  ['no redirect URI', { redirect_uri: '' }, [400, 'invalid_request']],
  ['another server’s resource', { resource: 'https://other.example/mcp' }, [400, 'invalid_target']],
])('a token request with %s is refused', async (_what, change, refusal) => {
  const { member, post } = await createServer()
  const { clientId, code, verifier } = await allowApp(member)
  const asked = {
    grant_type: 'authorization_code',
    client_id: clientId,
    code,
    redirect_uri: redirectUri,
    code_verifier: verifier,
  }
  expect(await refusalOf(await post('/oauth/token', { ...asked, ...change }))).toEqual(refusal)
})

test('repeated parameters, JSON and other methods are refused', async () => {
  const { member, send, post } = await createServer()
  const { clientId, refreshToken } = await connectApp(member)
  const fields: [string, string][] = [
    ['grant_type', 'refresh_token'],
    ['client_id', clientId],
    ['refresh_token', refreshToken],
  ]
  const twice = await post('/oauth/token', [...fields, ['client_id', clientId]])
  expect(await refusalOf(twice)).toEqual([400, 'invalid_request'])
  const json = { headers: { 'content-type': 'application/json' }, body: '{}' }
  expect(await refusalOf(await send('/oauth/token', json))).toEqual([415, 'invalid_request'])
  expect(await refusalOf(await send('/oauth/token', { method: 'GET' }))).toEqual([405, 'method_not_allowed'])
  const preflight = await send('/oauth/token', { method: 'OPTIONS' })
  expect(preflight.status).toBe(204)
  expect(preflight.headers.get('access-control-allow-origin')).toBe('*')
  expect(preflight.headers.has('access-control-allow-credentials')).toBe(false)
})
