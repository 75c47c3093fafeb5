import { expect, test } from 'vitest'

import { givenPassagesRules } from '#app/features/chat/grounding/given-passages-rules.ts'
import { groundedTurns } from '#app/features/chat/grounding/grounds.server.ts'
import { seeblick } from '#app/features/content/starter/seeblick.ts'
import { quotingReply } from '#tests/fakes/ai-provider/quoting.ts'

import { passagesOf } from './ask-sample.server.ts'

const asked = {
  api: 'openai',
  method: 'POST',
  path: '/',
  headers: {},
  isStream: true,
  at: 0,
  closed: new Promise<never>(() => {}),
} as const

const wordsOf = (body: object) => {
  const behaviour = quotingReply({ ...asked, body })
  return behaviour.kind === 'slow' ? behaviour.text.join('') : behaviour
}

const sample = passagesOf(seeblick.props.documents).map((passage) => ({ ...passage, page: null }))
const [dog, gluten, kitchen] = seeblick.props.starters.map(({ question }) => question)

test.each([
  [String(dog), 'Dogs are welcome on the terrace'],
  [String(gluten), 'Seven dishes are gluten-free'],
  [String(kitchen), 'The kitchen closes at 9:30 pm'],
  ['Is there a car park?', 'I do not have that information'],
])('the sample assistant and the trial are answered from their passages: %s', (question, quote) => {
  const system = { role: 'system', content: `You are a sample.\n\nRules:\n${givenPassagesRules}` }
  const turns = groundedTurns([{ role: 'user', content: question }], sample)
  expect(wordsOf({ messages: [system, ...turns] })).toContain(quote)
})
