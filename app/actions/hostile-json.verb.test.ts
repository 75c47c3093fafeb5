import { expect, test } from 'vitest'

import type { Ctx } from '#app/platform/context.server.ts'
import { createApi } from '#tests/support/api-calls.ts'

import { allActions } from './all-actions.server.ts'
import { answerMcp } from './mcp/answer-mcp.server.ts'
import { inputSchema } from './rest/openapi.server.ts'

const visit = { requestId: 'test', clientAddress: '203.0.113.9', nonce: '' }

function postTo(ctx: Ctx, token: string, body: string): Promise<Response> {
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
  }
  return answerMcp(ctx, new Request('http://localhost:3000/mcp', { method: 'POST', headers, body }), visit)
}

const call = (name: string, input: string) =>
  `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"${name}","arguments":${input}}}`
const lead = '"name":"Eve","email":"eve@example.com","message":"Hi","consent":true'

test('the call that the others spoil creates a lead', async () => {
  const { ctx, token } = await createApi('owner', { limits: false })
  const response = await postTo(ctx, token, call('create_lead', `{${lead}}`))
  expect(await response.text()).toContain('Eve')
  expect(await ctx.db.selectFrom('lead').select('name').execute()).toEqual([{ name: 'Eve' }])
})

/** Bodies that must be refused: damaged, too large, or not in the form of a call. */
const bodies: Readonly<Record<string, string>> = {
  nothing: '',
  'a half': call('create_lead', `{${lead}}`).slice(0, -1),
  'two documents': call('create_lead', `{${lead}}`).repeat(2),
  'no UTF-8': call('create_lead', `{${lead}}`).replace('Eve', '\uDC00'),
  '10,000 arrays in each other': call('create_lead', '['.repeat(10_000) + ']'.repeat(10_000)),
  '10,000 objects in each other': call('create_lead', `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`),
  'a megabyte of numbers': call('create_lead', `[${'1,'.repeat(500_000)}1]`),
  'a number that never ends': call('create_lead', `{"id":1e${'9'.repeat(60_000)}}`),
  'a batch': `[${call('create_lead', `{${lead}}`)}]`,
  'a batch in a batch': `[[${call('create_lead', `{${lead}}`)}]]`,
  'a batch of a thousand': `[${Array.from({ length: 300 }, () => call('get_self', '{}')).join(',')}]`,
  'another name at the end': call('create_lead', `{${lead}}`).replace(
    '"arguments"',
    '"name":"get_self","arguments"',
  ),
  'another method at the end': `${call('create_lead', `{${lead}}`).slice(0, -1)},"method":"ping"}`,
  'arguments twice': call('create_lead', `{${lead}},"arguments":{}`),
  'a name of a prototype': call('__proto__', '{}'),
  'a name that every object has': call('constructor', '{}'),
  'a prototype as arguments': call('create_lead', `{"__proto__":{${lead}}}`),
  'a list as name': call('create_lead', `{${lead}}`).replace('"create_lead"', '["create_lead"]'),
  'a name that is too long': call('x'.repeat(60_000), '{}'),
  'a method that is none':
    '{"jsonrpc":"2.0","id":1,"method":"resources/read","params":{"uri":"file:///etc/passwd"}}',
  'an id that is an object': call('create_lead', `{${lead}}`).replace('"id":1', '"id":{"a":[1]}'),
  'only a text': '"tools/call"',
  'only null': 'null',
}

test.each(Object.entries(bodies))('%s creates no lead and breaks nothing', async (_what, body) => {
  const { ctx, token } = await createApi('owner', { limits: false })
  const response = await postTo(ctx, token, body)
  await response.text()
  expect(response.status).toBeLessThan(500)
  expect(await ctx.db.selectFrom('lead').select('id').execute()).toEqual([])
  expect(ctx.logged.join('\n')).not.toMatch(/request\.failed|tool\.failed/)
})

const hostile: readonly unknown[] = [
  null,
  true,
  -1,
  1.5,
  Number.MAX_VALUE,
  2 ** 53 + 1,
  '',
  '\0',
  '\uD800',
  'x'.repeat(50_000),
  '9'.repeat(5000),
  '../../etc/passwd',
  "' or 1=1 --",
  '%00%FF',
  '1e999',
  '0001-01-01T00:00Z',
  '+275760-09-13T00:00:00.001Z',
  [],
  [[[[null]]]],
  Array.from({ length: 5000 }, () => 'a'),
  {},
  { toString: 1, valueOf: 2, __proto__: null },
]

test.each(allActions.map((action) => [action.name, action] as const))(
  '%s takes no value of a wrong kind, and says so',
  { timeout: 60_000 },
  async (name, action) => {
    const { ctx, token } = await createApi('owner', { limits: false })
    const fields = Object.keys(inputSchema(action)['properties'] ?? {})
    for (const field of ['id', ...fields])
      for (const value of hostile) {
        const input = JSON.stringify({ [field]: value })
        const response = await postTo(ctx, token, call(name, input))
        const text = await response.text()
        const what = `${field}: ${input.slice(0, 60)} ${text.slice(0, 300)}`
        expect(response.status, what).toBeLessThan(500)
        expect(text, what).not.toMatch(/Something went wrong|Internal|-32603/)
      }
    expect(ctx.logged.filter((line) => line.includes('"level":"error"'))).toEqual([])
  },
)
