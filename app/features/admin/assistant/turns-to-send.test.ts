import { expect, test } from 'vitest'

import { LONGEST_TURN, MOST_BYTES, MOST_TURNS, type Proposal } from './assistant-events.ts'
import { bodyOf, type Said } from './turns-to-send.ts'

const proposal: Proposal = {
  id: 'p',
  action: 'change_lead',
  title: 'Change a lead',
  subject: { title: 'Ada', path: '/admin/leads/1' },
  values: [],
  input: {},
}

const asked = (text: string): Said => ({ who: 'member', id: 0, text })

function answered(text: string, more: Partial<Said & { who: 'assistant' }> = {}): Said {
  return { who: 'assistant', id: 0, text, used: [], proposals: [], error: null, ...more }
}

function turnsOf(said: readonly Said[], text = 'Now?') {
  const body = bodyOf(said, text)
  expect(body.toString().length).toBeLessThanOrEqual(MOST_BYTES)
  const turns = JSON.parse(String(body.get('turns'))) as { role: string; content: string }[]
  expect(turns.length).toBeLessThanOrEqual(MOST_TURNS)
  expect(turns[0]?.role).toBe('user')
  expect(turns.at(-1)).toEqual({ role: 'user', content: text })
  return turns
}

test('a proposal without text is sent as one, so that “yes” has something to answer', () => {
  expect(turnsOf([asked('Ada said yes.'), answered('', { proposals: [proposal] })])).toEqual([
    { role: 'user', content: 'Ada said yes.' },
    { role: 'assistant', content: '(Proposed: Change a lead, Ada)' },
    { role: 'user', content: 'Now?' },
  ])
})

test('an unanswered message is not sent again', () => {
  expect(
    turnsOf([asked('Lost'), answered('', { error: 'Stopped.' }), asked('Found'), answered('Yes')]),
  ).toEqual([
    { role: 'user', content: 'Found' },
    { role: 'assistant', content: 'Yes' },
    { role: 'user', content: 'Now?' },
  ])
})

test.each([
  ['many turns', Array.from({ length: 30 }, (_, n) => [asked(`${n}`), answered(`${n}`)])],
  [
    'many turns, and one that was not answered',
    Array.from({ length: 30 }, (_, n) => [asked('a'), answered(n === 20 ? '' : 'b')]),
  ],
  [
    'long answers in a script of many bytes',
    Array.from({ length: 15 }, () => [asked('Да'), answered('Да'.repeat(3000))]),
  ],
  ['an answer longer than a turn may be', [[asked('a'), answered('b'.repeat(LONGEST_TURN + 10))]]],
  ['an answer that is cut within a letter', [[asked('a'), answered(`b${'😀'.repeat(LONGEST_TURN)}`)]]],
])('a conversation of %s can go on', (_name, rounds) => {
  const turns = turnsOf(rounds.flat())
  for (const { content } of turns) {
    expect(content.length).toBeLessThanOrEqual(LONGEST_TURN)
    expect(content.isWellFormed()).toBe(true)
  }
})
