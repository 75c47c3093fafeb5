import { beforeAll, expect, test } from 'vitest'

import { createOauthApp } from '#tests/support/oauth-app.ts'
import { answerConsent, sealOf } from '#tests/support/oauth-consent.ts'
import { serverUnderTest, signInByHttp } from '#tests/support/server-under-test.ts'

const server = serverUnderTest({ LIMITS: 'off' })
let ownerCookie = ''
let salesCookie = ''

function ask(path: string, cookie: string, fields?: URLSearchParams) {
  return fetch(new URL(path, server().url), {
    headers: { cookie, origin: server().url },
    redirect: 'manual',
    ...(fields && { method: 'POST', body: fields }),
  })
}

const form = (fields: Record<string, string>) => new URLSearchParams(fields)

/** Invites a member, who accepts without a mail server, and returns their session. */
async function join(email: string, role: string): Promise<string> {
  const invited = await ask('/admin/team', ownerCookie, form({ intent: 'invite', email, role }))
  const token = /invitation\?token=([\w-]{43})/.exec(await invited.text())?.[1] ?? ''
  const password = 'seven geese on a gate'
  const fields = form({ token, name: 'Sal', password, confirmPassword: password })
  const accepted = await ask('/admin/invitation', '', fields)
  return (accepted.headers.get('set-cookie') ?? '').split(';')[0] ?? ''
}

beforeAll(async () => {
  ownerCookie = await signInByHttp(server().url)
  salesCookie = await join('sal@agency.test', 'sales')
})

type App = Awaited<ReturnType<typeof createOauthApp>>

const consent = (address: string, cookie: string, scopes: readonly string[], intent?: 'refuse') =>
  answerConsent({ address, cookie }, scopes, intent)

async function connect(app: App, cookie: string, scopes: readonly string[]) {
  const { location } = await consent(app.consentAddress(), cookie, scopes)
  return app.exchange(location?.searchParams.get('code') ?? '')
}

async function resultOf(response: Response) {
  const text = await response.text()
  return JSON.parse(/^data: (.*)$/m.exec(text)?.[1] ?? text).result
}

test('an app signs in as a sales member, reads leads, is refused a post, refreshes and is revoked', async () => {
  const app = await createOauthApp(server().url)
  expect(app.client).toMatchObject({ token_endpoint_auth_method: 'none' })
  const wished = ['leads.read', 'leads.write', 'content.write', 'team.write']
  const { location } = await consent(app.consentAddress(), salesCookie, wished)
  expect(location?.origin).toBe('http://127.0.0.1:5173')
  expect(location?.searchParams.get('state')).toBe('any state')
  expect(location?.searchParams.get('iss')).toBe(app.server.issuer)
  const first = await app.exchange(location?.searchParams.get('code') ?? '')
  expect(first.scope).toBe('leads.read leads.write')

  const lead = { name: 'Ada', email: 'ada@example.com', message: 'Call me', consent: true }
  expect(
    (await resultOf(await app.callTool('create_lead', lead, first.access_token))).isError,
  ).toBeUndefined()
  const leads = await resultOf(await app.callTool('list_leads', { q: 'Ada' }, first.access_token))
  expect(leads.structuredContent.data).toMatchObject([{ name: 'Ada' }])
  const post = { title: 'News', content: 'Text' }
  const refused = await resultOf(await app.callTool('create_post', post, first.access_token))
  expect(refused).toMatchObject({ isError: true })
  expect(refused.content[0].text).toBe('Your role does not allow this. An owner can change it under Team.')
  const more = await app.callTool('list_posts', {}, first.access_token)
  expect(more.status).toBe(403)
  expect(more.headers.get('www-authenticate')).toContain('error="insufficient_scope"')
  expect(more.headers.get('www-authenticate')).toContain('scope="leads.read leads.write content.read"')

  const second = await app.refresh(first.refresh_token)
  const rest = (token: string) =>
    fetch(`${server().url}/api/v1/leads?q=Ada`, { headers: { authorization: `Bearer ${token}` } })
  expect(await (await rest(second.access_token)).json()).toMatchObject({ data: [{ name: 'Ada' }] })
  expect(await app.revoke(second.refresh_token)).toBe(200)
  expect((await rest(second.access_token)).status).toBe(401)
  const ended = await app.callTool('list_services', {}, second.access_token)
  expect(ended.status).toBe(401)
  expect(ended.headers.get('www-authenticate')).toContain('resource_metadata=')
  await expect(app.refresh(second.refresh_token)).rejects.toThrow('invalid_grant')
  const log = await (await ask('/admin/audit.csv', ownerCookie)).text()
  expect(log).toMatch(/sal@agency\.test.*App “A test app”/)
})

test('a refresh token that is used twice ends the connection', async () => {
  const app = await createOauthApp(server().url)
  const first = await connect(app, salesCookie, ['leads.read'])
  const second = await app.refresh(first.refresh_token)
  await expect(app.refresh(first.refresh_token)).rejects.toThrow('invalid_grant')
  expect((await app.callTool('list_leads', {}, second.access_token)).status).toBe(401)
})

test('a refusal sends no code', async () => {
  const app = await createOauthApp(server().url)
  const { status, location } = await consent(app.consentAddress(), salesCookie, ['leads.read'], 'refuse')
  expect(status).toBe(303)
  expect(Object.fromEntries(location?.searchParams ?? [])).toEqual({
    error: 'access_denied',
    state: 'any state',
    iss: app.server.issuer,
  })
})

test('the page asks for the sign-in first, and nothing frames or keeps it', async () => {
  const app = await createOauthApp(server().url)
  const address = app.consentAddress()
  const signIn = await ask(address, '')
  expect(signIn.status).toBe(302)
  const login = new URL(signIn.headers.get('location') ?? '', server().url)
  expect(login.pathname).toBe('/admin/login')
  expect(new URL(login.searchParams.get('next') ?? '', server().url).href).toBe(new URL(address).href)
  const page = await ask(address, salesCookie)
  expect(page.headers.get('content-security-policy')).toContain(
    "form-action 'self' https: http://127.0.0.1:5173;",
  )
  expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
  expect(page.headers.get('x-frame-options')).toBe('DENY')
  expect(page.headers.get('cache-control')).toBe('no-store')
  const html = await page.text()
  expect(html).toContain('sal@agency.test')
  expect(html).toContain('value="leads.write"')
  expect(html).not.toContain('value="content.write"')
})

test.each([
  ['an unknown app', { client_id: 'nobody' }, false],
  ['no app', { client_id: null }, false],
  ['another address', { redirect_uri: 'https://evil.example/callback' }, false],
  ['an address on its host', { redirect_uri: 'http://127.0.0.1:5173/other' }, false],
  ['an address with a fragment', { redirect_uri: 'http://127.0.0.1:5173/callback#' }, false],
  ['a script as address', { redirect_uri: 'javascript:alert(1)' }, false],
  ['no address', { redirect_uri: null }, false],
  ['an endless state', { state: 'x'.repeat(2001) }, false],
  ['an implicit token', { response_type: 'token' }, true],
  ['plain PKCE', { code_challenge_method: 'plain' }, true],
  ['PKCE of no kind', { code_challenge_method: null }, true],
  ['no PKCE', { code_challenge: null }, true],
  ['a challenge that is none', { code_challenge: 'x' }, true],
  ['another server', { resource: 'https://other.example/mcp' }, true],
  ['unknown scopes', { scope: 'everything' }, true],
  ['scopes of another role', { scope: 'content.write' }, true],
])('%s is reported to the member, who is not redirected', async (_what, changed, leadsBack) => {
  const app = await createOauthApp(server().url)
  const address = app.consentAddress(changed)
  const page = await ask(address, salesCookie)
  expect(page.status).toBe(400)
  expect(page.headers.get('location')).toBeNull()
  const html = await page.text()
  expect(html).toContain('role="alert"')
  expect(html).not.toContain('name="seal"')
  expect(html.includes('href="http://127.0.0.1:5173/callback?error=')).toBe(leadsBack)
  const forced = form({ intent: 'allow', scope: 'leads.read', seal: 'x' })
  const answered = await ask(address, salesCookie, forced)
  expect(answered.headers.get('location')).toBeNull()
})

test('a parameter that is sent twice is refused', async () => {
  const app = await createOauthApp(server().url)
  const page = await ask(`${app.consentAddress()}&redirect_uri=https%3A%2F%2Fevil.example`, salesCookie)
  expect(page.status).toBe(400)
})

test('only the form of the member’s own consent page for this request grants access', async () => {
  const app = await createOauthApp(server().url)
  const address = app.consentAddress()
  const more = app.consentAddress({ scope: 'leads.read leads.write' })
  for (const seal of [
    '',
    'x',
    await sealOf({ address, cookie: ownerCookie }),
    await sealOf({ address: more, cookie: salesCookie }),
  ]) {
    const fields = form({ intent: 'allow', scope: 'leads.read', seal })
    const answered = await ask(address, salesCookie, fields)
    expect(answered.status).toBe(409)
    expect(answered.headers.get('location')).toBeNull()
  }
  const nothing = await consent(address, salesCookie, ['content.write', 'team.write'])
  expect(nothing.status).toBe(400)
  const foreign = await fetch(address, {
    method: 'POST',
    headers: { cookie: salesCookie, origin: 'https://evil.example' },
    body: form({
      intent: 'allow',
      scope: 'leads.read',
      seal: await sealOf({ address, cookie: salesCookie }),
    }),
  })
  expect(foreign.status).toBe(403)
})

test('a member who becomes another role loses what the app was allowed', async () => {
  const cookie = await join('rob@agency.test', 'sales')
  const app = await createOauthApp(server().url)
  const { access_token } = await connect(app, cookie, ['leads.read', 'account.read'])
  expect((await app.callTool('list_leads', {}, access_token)).status).toBe(200)
  const team = await (await ask('/admin/team', ownerCookie)).text()
  const self = await resultOf(await app.callTool('get_self', {}, access_token))
  const { memberId } = self.structuredContent
  expect(team).toContain(memberId)
  await ask('/admin/team', ownerCookie, form({ intent: 'role', id: memberId, role: 'editor' }))
  expect(await resultOf(await app.callTool('list_leads', {}, access_token))).toMatchObject({ isError: true })
  const now = await resultOf(await app.callTool('get_self', {}, access_token))
  expect(now.structuredContent).toMatchObject({ role: 'editor', permissions: ['account.read'] })
})

test('an app in a browser registers and gets tokens, wherever its page comes from', async () => {
  for (const origin of ['https://app.example', 'null', 'chrome-extension://abcdef', 'no origin']) {
    const headers = { origin, 'sec-fetch-site': 'cross-site' }
    const registered = await fetch(`${server().url}/oauth/register`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ redirect_uris: ['https://app.example/callback'] }),
    })
    expect(registered.status, origin).toBe(201)
    expect(registered.headers.get('access-control-allow-origin')).toBe('*')
    const body = form({ grant_type: 'refresh_token', client_id: 'nobody', refresh_token: 'x' })
    const refused = await fetch(`${server().url}/oauth/token`, { method: 'POST', headers, body })
    expect(await refused.json(), origin).toMatchObject({ error: 'invalid_client' })
    const call = await fetch(`${server().url}/mcp`, { method: 'POST', headers, body: '{}' })
    expect(call.status, origin).toBe(403)
  }
})
