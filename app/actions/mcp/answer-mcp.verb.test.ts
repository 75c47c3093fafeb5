import { expect, test } from 'vitest'

import { createLead } from '#tests/factories/lead.ts'
import { createTestPost } from '#tests/factories/post.ts'
import { createApi } from '#tests/support/api-calls.ts'
import type { Role } from '#app/platform/permissions.ts'

import { answerMcp } from './answer-mcp.server.ts'

const client = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } }

async function createMcp(role: Role) {
  const { ctx, token } = await createApi(role)
  const post = (body: unknown, headers: Record<string, string> = {}) =>
    answerMcp(
      ctx,
      new Request('http://localhost:3000/mcp', {
        method: 'POST',
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          ...headers,
        },
        body: JSON.stringify(body),
      }),
      { requestId: 'test', clientAddress: '203.0.113.9', nonce: '' },
    )
  const ask = async (method: string, params: object = {}, headers: Record<string, string> = {}) => {
    const response = await post({ jsonrpc: '2.0', id: 1, method, params }, headers)
    return messageIn(await response.text())
  }
  return {
    ctx,
    post,
    ask,
    call: (name: string, input: object) => ask('tools/call', { name, arguments: input }),
  }
}

/** The response is JSON, or a stream with a single event. */
function messageIn(text: string) {
  const json = /^data: (.*)$/m.exec(text)?.[1] ?? text
  return JSON.parse(json)
}

test('a client greets, pings and lists the tools of its role', async () => {
  const { ask } = await createMcp('sales')
  expect(await ask('initialize', client)).toMatchObject({
    result: { serverInfo: { name: 'foyer' }, capabilities: { tools: {} } },
  })
  expect(await ask('ping')).toMatchObject({ result: {} })
  const { result } = await ask('tools/list')
  const names = result.tools.map(({ name }: { name: string }) => name)
  expect(names).toContain('change_lead')
  expect(names).not.toContain('create_post')
  expect(result.tools.find(({ name }: { name: string }) => name === 'change_lead')).toMatchObject({
    inputSchema: { type: 'object', required: ['id'] },
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true },
  })
})

test('a sales member works on a lead and is refused a post', async () => {
  const { ctx, call } = await createMcp('sales')
  const id = await createLead(ctx, { name: 'Ada' })
  const found = await call('list_leads', { q: 'Ada' })
  expect(found.result.structuredContent.data).toMatchObject([{ id, name: 'Ada' }])
  const changed = await call('change_lead', { id, status: 'contacted' })
  expect(changed.result.structuredContent).toMatchObject({ id, status: 'contacted' })
  const post = await createTestPost(ctx, {}, false)
  const refused = await call('publish_post', { id: post.id })
  expect(refused.result).toMatchObject({ isError: true })
  expect(refused.result.content[0].text).toContain('Your role does not allow this.')
  const entries = await ctx.db.selectFrom('audit_entry').select(['kind', 'device']).execute()
  expect(entries).toContainEqual({ kind: 'lead.status_changed', device: 'Token “Tests”' })
})

test('invalid input is reported by field, and an unknown tool is an error', async () => {
  const { call } = await createMcp('owner')
  const wrong = await call('list_leads', { limit: 1000, other: 1 })
  expect(wrong.result.isError).toBe(true)
  expect(wrong.result.content[0].text).toContain('limit:')
  expect(await call('drop_table', {})).toMatchObject({ error: { code: -32602 } })
})

test('without a token only the public tools are offered', async () => {
  const { ctx, ask } = await createMcp('owner')
  const ofStranger = (method: string, params: object) =>
    answerMcp(
      ctx,
      new Request('http://localhost:3000/mcp', {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
      }),
      { requestId: 'test', clientAddress: '203.0.113.9', nonce: '' },
    )
  const strangers = async (method: string, params: object = {}) =>
    messageIn(await (await ofStranger(method, params)).text())
  const { result } = await strangers('tools/list')
  expect(result.tools.map(({ name }: { name: string }) => name)).toEqual([
    'list_services',
    'search_site',
    'find_page',
    'calculate_price',
    'show_free_times',
    'get_self',
  ])
  const read = await strangers('tools/call', { name: 'list_services', arguments: {} })
  expect(read.result.structuredContent.data.length).toBeGreaterThan(3)
  for (const name of ['list_leads', 'get_self', 'create_post']) {
    const refused = await ofStranger('tools/call', { name, arguments: {} })
    expect(refused.status, name).toBe(401)
    expect(refused.headers.get('www-authenticate')).toContain(
      'resource_metadata="http://localhost:3000/.well-known/oauth-protected-resource/mcp"',
    )
  }
  const all = await ask('tools/list')
  expect(all.result.tools.length).toBeGreaterThan(20)
})

test.each([
  ['another name', { host: 'evil.example' }, 403],
  ['another origin', { origin: 'https://evil.example' }, 403],
  ['no JSON', { 'content-type': 'text/plain' }, 415],
  ['a wrong token', { authorization: 'Bearer foyer_wrong' }, 401],
])('%s is refused', async (_what, headers, status) => {
  const { post } = await createMcp('owner')
  const response = await post({ jsonrpc: '2.0', id: 1, method: 'ping' }, headers)
  expect(response.status).toBe(status)
})

test('many calls in one request, which would count as one, are refused', async () => {
  const { post } = await createMcp('owner')
  const calls = [1, 2].map((id) => ({ jsonrpc: '2.0', id, method: 'tools/list' }))
  expect((await post(calls)).status).toBe(400)
})

test('a stream that nothing would come through is not opened', async () => {
  const { post } = await createMcp('owner')
  expect((await post({ jsonrpc: '2.0', id: 1, method: 'subscriptions/listen', params: {} })).status).toBe(400)
})
