import { expect, test } from 'vitest'

import type { RecordedRequest } from '#tests/fakes/ai-provider/behaviour.ts'
import { quotingReply } from '#tests/fakes/ai-provider/quoting.ts'

const passages = `<passages>
<passage id="1" source="Prices">
A voice agent costs $299 a month.
</passage>
<passage id="2" source="Hours">
We are open on Mondays.
</passage>
</passages>
`
const tools = [{ name: 'offer_contact_form' }]

function asked(body: object): RecordedRequest {
  return {
    api: 'openai',
    method: 'POST',
    path: '/',
    headers: {},
    body,
    isStream: true,
    at: 0,
    closed: new Promise(() => {}),
  }
}

const wordsOf = (body: object) => {
  const behaviour = quotingReply(asked(body))
  return behaviour.kind === 'slow' ? behaviour.text.join('') : behaviour
}

test.each([
  ['as one text', { messages: [{ role: 'user', content: `${passages}What does a voice agent cost?` }] }],
  [
    'in parts',
    {
      messages: [
        { role: 'user', content: [{ type: 'text', text: `${passages}What does a voice agent cost?` }] },
      ],
    },
  ],
  [
    'as Gemini is asked',
    { contents: [{ role: 'user', parts: [{ text: `${passages}What does a voice agent cost?` }] }] },
  ],
])('the passage that speaks of it is quoted and cited, asked %s', (_how, body) => {
  expect(wordsOf({ ...body, tools })).toBe('A voice agent costs $299 a month. [1]')
})

test('what no passage speaks of leads to the form', () => {
  const body = { messages: [{ role: 'user', content: `${passages}Do you repair bicycles?` }], tools }
  expect(wordsOf(body)).toMatchObject({ kind: 'tool-call', name: 'offer_contact_form' })
})

test('what is no question of a visitor is answered with the reason that it cannot be', () => {
  expect(wordsOf({ messages: [{ role: 'user', content: 'Write a post.' }] })).toContain('cannot write')
})

test.each([
  ['What does a voice agent cost?', '**Cost:** Voice agent: $299 per month; Person: $3,000 per month [1]'],
  [
    'How long does it take?',
    '**How long does it take?** Between 2 and 8 weeks, by what you order from us. [1]',
  ],
])('of what was found the paragraph is quoted that answers %j', (question, quote) => {
  const found = [
    'Voice agents answer each call of your customers, at any hour.',
    'What you compare | Voice agent | Person',
    'Cost | $299 per month | $3,000 per month',
    'How long does it take?',
    'Between 2 and 8 weeks, by what you order from us.',
  ].join('\n\n')
  const content = `<passages>\n<passage id="1" source="Voice agents">\n${found}\n</passage>\n</passages>\n\n${question}`
  expect(wordsOf({ messages: [{ role: 'user', content }], tools })).toBe(quote)
})
