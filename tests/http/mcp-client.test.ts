import {
  type CallToolResult,
  Client,
  type OAuthClientProvider,
  type OAuthDiscoveryState,
  type StoredOAuthClientInformation,
  type StoredOAuthTokens,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from '@modelcontextprotocol/client'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

import { assertDefined } from '#app/lib/assert-defined.ts'
import { permissionsOf } from '#app/platform/permissions.ts'
import { startSmtpServer } from '#tests/fakes/smtp-server.ts'
import { eventually } from '#tests/support/eventually.ts'
import { answerConsent } from '#tests/support/oauth-consent.ts'
import { sendInquiry } from '#tests/support/send-inquiry.ts'
import { serverUnderTest, signInByHttp } from '#tests/support/server-under-test.ts'

const smtp = await startSmtpServer()
const server = serverUnderTest({ LIMITS: 'off', SMTP_URL: smtp.url })
let cookie = ''
beforeAll(async () => {
  cookie = await signInByHttp(server().url)
})
afterAll(() => smtp.close())

/** Stores what an app keeps of its sign-in, as the SDK expects. */
class Keeper implements OAuthClientProvider {
  readonly redirectUrl = 'http://127.0.0.1:5173/callback'
  readonly clientMetadata = { client_name: 'The official client', redirect_uris: [this.redirectUrl] }
  client: StoredOAuthClientInformation | undefined
  kept: StoredOAuthTokens | undefined
  saved = 0
  asked: URL | undefined
  discovered: OAuthDiscoveryState | undefined
  #verifier = ''

  state = () => 'a state of its own'
  clientInformation = () => this.client
  saveClientInformation = (client: StoredOAuthClientInformation) => void (this.client = client)
  tokens = () => this.kept
  saveTokens(tokens: StoredOAuthTokens) {
    this.kept = tokens
    this.saved += 1
  }
  redirectToAuthorization = (address: URL) => void (this.asked = address)
  saveCodeVerifier = (verifier: string) => void (this.#verifier = verifier)
  codeVerifier = () => this.#verifier
  saveDiscoveryState = (state: OAuthDiscoveryState) => void (this.discovered = state)
  discoveryState = () => this.discovered
  invalidateCredentials(what: string) {
    if (what === 'all' || what === 'tokens') this.kept = undefined
  }
}

const endpoint = () => new URL('/mcp', server().url)
const transportOf = (authProvider: Keeper) => new StreamableHTTPClientTransport(endpoint(), { authProvider })

async function connect(keeper: Keeper): Promise<Client> {
  const client = new Client({ name: 'a client', version: '1.0.0' })
  await client.connect(transportOf(keeper))
  return client
}

/** Connects without a sign-in, is refused a member's tool, and signs in as the owner. */
async function signIn(keeper: Keeper): Promise<Client> {
  const stranger = await connect(keeper)
  await expect(stranger.callTool({ name: 'get_self', arguments: {} })).rejects.toThrow(UnauthorizedError)
  await stranger.close()
  const asked = assertDefined(keeper.asked, 'the client was sent to the consent page')
  const { location } = await answerConsent({ address: asked.href, cookie }, permissionsOf.owner)
  const { searchParams } = assertDefined(location, 'the member agreed')
  expect(searchParams.get('state')).toBe('a state of its own')
  await transportOf(keeper).finishAuth(searchParams)
  return connect(keeper)
}

type Answer = Record<string, unknown> & { data: Record<string, unknown>[] }

async function call(client: Client, name: string, input: object = {}): Promise<Answer> {
  const result: CallToolResult = await client.callTool({ name, arguments: { ...input } })
  expect(result.isError, JSON.stringify(result.content)).toBeFalsy()
  return result.structuredContent as Answer
}

test('the official client finds the sign-in, registers, signs in, refreshes and is told of a revocation', async () => {
  const keeper = new Keeper()
  const client = await signIn(keeper)
  const asked = Object.fromEntries(assertDefined(keeper.asked, 'it signed in').searchParams)
  expect(asked).toMatchObject({ code_challenge_method: 'S256', resource: endpoint().href })
  expect(keeper.client).toMatchObject({ client_id: expect.any(String) })
  expect(await call(client, 'get_self')).toMatchObject({ role: 'owner' })
  const { tools } = await client.listTools()
  expect(tools.map(({ name }) => name)).toContain('reply_to_lead')

  const first = assertDefined(keeper.kept, 'it signed in')
  keeper.kept = { ...first, access_token: `${first.access_token}-expired` }
  expect(await call(client, 'get_self')).toMatchObject({ role: 'owner' })
  expect(keeper.kept.refresh_token).not.toBe(first.refresh_token)

  const revocation = new Map(Object.entries(keeper.discovered?.authorizationServerMetadata ?? {})).get(
    'revocation_endpoint',
  )
  const body = new URLSearchParams({
    token: String(keeper.kept.refresh_token),
    client_id: String(keeper.client?.client_id),
  })
  const revoked = await fetch(String(revocation), { method: 'POST', body })
  expect(revoked.status).toBe(200)
  keeper.asked = undefined
  const warned = vi.mocked(console.warn).mockImplementation(() => {})
  await expect(client.callTool({ name: 'get_self', arguments: {} })).rejects.toThrow(UnauthorizedError)
  expect(warned.mock.calls.flat().join('\n')).toContain('This refresh token is unknown, was already used')
  warned.mockClear()
  expect(keeper.asked).toBeDefined()
  await client.close()
})

test('it does the ten jobs of a day', async () => {
  const names = ['Ada Ring', 'Ben Ring', 'Cleo Ring']
  const email = 'ada.ring@example.com'
  for (const [at, name] of names.entries())
    expect(
      (await sendInquiry(server().url, { name, email: at === 0 ? email : `ring${at}@example.com` })).ok,
    ).toBe(true)
  const keeper = new Keeper()
  const client = await signIn(keeper)
  const waiting = async () => (await call(client, 'list_today')).data.filter(({ kind }) => kind === 'inquiry')

  const [first, second, third] = await waiting()
  expect([first, second, third].map((need) => need?.['title'])).toEqual(names)
  expect(await call(client, 'get_week')).toMatchObject({
    figures: expect.arrayContaining([expect.objectContaining({ name: 'Inquiries' })]),
  })
  const done = await call(client, 'settle_item', { item: third?.['item'] })
  expect(await waiting()).toHaveLength(2)
  const { item, did, before } = done
  await call(client, 'restore_item', { item, did, before })
  expect(await waiting()).toHaveLength(3)
  const later = await call(client, 'settle_item', { item: second?.['item'], until: 'tomorrow' })
  expect(Date.parse(String(later['until']))).toBeGreaterThan(Date.now())
  expect(await waiting()).toHaveLength(2)
  // Trying again with the same key sends nothing twice.
  const reply = { id: first?.['recordId'], text: 'Yes, it can.', key: '0b7e4a52-6a0f-4c39-9a6f-1f1f3cf1e0aa' }
  expect(await call(client, 'reply_to_lead', reply)).toMatchObject({ status: 'contacted' })
  await call(client, 'reply_to_lead', reply)
  const replies = () =>
    smtp.arrived.filter(({ subject, envelope }) => subject.startsWith('Re:') && envelope.to.includes(email))
  await eventually(() => expect(replies().map(({ isAccepted }) => isAccepted)).toEqual([true]))
  const { data: found } = await call(client, 'list_leads', { q: 'Ben Ring' })
  expect(found).toMatchObject([{ name: 'Ben Ring' }])
  // The session has ended, so the client must refresh its token first.
  const saved = keeper.saved
  keeper.kept = { ...assertDefined(keeper.kept, 'it signed in'), access_token: 'ended' }
  const noted = await call(client, 'add_lead_note', { id: found[0]?.['id'], note: 'They called.' })
  expect(JSON.stringify(noted['history'])).toContain('They called.')
  expect(keeper.saved).toBe(saved + 1)
  for (const { id } of (await call(client, 'list_leads', { q: 'Ring' })).data)
    expect(await call(client, 'change_lead', { id, status: 'lost' })).toMatchObject({ status: 'lost' })
  expect((await call(client, 'list_leads', { status: 'lost' })).data).toHaveLength(3)
  smtp.behave({ kind: 'refuse-recipient', addresses: [email] })
  for (const message of ['One', 'Two', 'Three']) await sendInquiry(server().url, { email, message })
  const refused = await eventually(async () => {
    const { data } = await call(client, 'list_mails', { state: 'failed' })
    expect(data).toHaveLength(3)
    return data
  })
  smtp.behave({ kind: 'accept' })
  for (const { id } of refused) await call(client, 'resend_mail', { id })
  await eventually(async () => {
    for (const { id } of refused)
      expect(await call(client, 'get_mail', { id })).toMatchObject({ state: 'sent' })
  })
  await client.close()
})
