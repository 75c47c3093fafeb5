import { expect, test } from 'vitest'

import type { FakeBehaviour } from '#tests/fakes/ai-provider/server.ts'
import { ask, endpointOf, models, textOf } from '#tests/support/chat-calls.ts'
import { createTestAiProvider, fakeApis } from '#tests/support/test-ai-provider.ts'

const shortly = { firstByte: 300, idle: 300, whole: 2000 }

type Fault = [name: string, behaviour: FakeBehaviour, text: string, kind: string, calls: number]

/** Each fault with the text that is kept, the kind of failure and the number of calls. */
const faults: Fault[] = [
  ['401', { kind: 'error', status: 401 }, '', 'unauthorized', 1],
  ['403', { kind: 'error', status: 403 }, '', 'unauthorized', 1],
  ['404', { kind: 'error', status: 404, message: 'No such model.' }, '', 'refused', 1],
  [
    '429 with a long wait',
    { kind: 'error', status: 429, headers: { 'retry-after': '20' } },
    '',
    'rate-limited',
    1,
  ],
  ['429', { kind: 'error', status: 429, headers: { 'retry-after': '0' } }, '', 'rate-limited', 2],
  ['500', { kind: 'error', status: 500 }, '', 'overloaded', 2],
  ['503', { kind: 'error', status: 503 }, '', 'overloaded', 2],
  ['529', { kind: 'error', status: 529 }, '', 'overloaded', 2],
  ['a refused connection', { kind: 'refuse' }, '', 'unreachable', 2],
  ['no first byte', { kind: 'hang-first-byte' }, '', 'timeout', 1],
  ['headers and no first byte', { kind: 'hang-first-byte', headers: true }, '', 'timeout', 1],
  ['a stall', { kind: 'hang', text: 'Half a' }, 'Half a', 'timeout', 1],
  ['a reset', { kind: 'reset', text: 'Half a' }, 'Half a', 'cut', 1],
  ['bad JSON', { kind: 'malformed', text: 'Half a' }, 'Half a', 'malformed', 1],
  ...[400, 402, 408, 409, 410, 413, 422, 451].map((status): Fault => [
    String(status),
    { kind: 'error', status },
    '',
    'refused',
    1,
  ]),
  ['502', { kind: 'error', status: 502 }, '', 'overloaded', 2],
  ['504', { kind: 'error', status: 504 }, '', 'overloaded', 2],
  ['a context that is too short', { kind: 'too-long' }, '', 'too-long', 2],
  ['no tokens left for text', { kind: 'reply', text: [], finish: 'length' }, '', 'no-room', 2],
  ['thoughts alone', { kind: 'reply', text: [], thoughts: ['Hm.'] }, '', 'empty', 1],
  ['an empty stream', { kind: 'empty' }, '', 'empty', 1],
  ['a web page', { kind: 'html' }, '', 'malformed', 1],
  ['lying encoding', { kind: 'lying-encoding' }, '', 'unreachable', 2],
]

for (const api of fakeApis)
  test.each(faults)(`${api}: %s`, async (_name, behaviour, text, kind, calls) => {
    const fake = await createTestAiProvider()
    fake.behave(behaviour)
    const events = await ask(endpointOf(fake, api), { patience: shortly })
    expect(events.at(-1)).toMatchObject({ type: 'failed', kind, by: { provider: api, model: models[api] } })
    expect(events.filter((event) => event.type === 'done')).toEqual([])
    expect(textOf(events)).toBe(text)
    expect(fake.requests).toHaveLength(calls)
    await Promise.all(fake.requests.map((request) => request.closed))
  })
