import fc from 'fast-check'
import { expect, test } from 'vitest'

import { createVisibleText } from './visible-text.ts'

/** What a reader sees in the end, and all that was ever shown. */
function read(pieces: readonly string[], holds = false) {
  const visible = createVisibleText({ holds })
  let [text, ever] = ['', '']
  const take = (shown: { text: string; isRestart: boolean }) => {
    text = (shown.isRestart ? '' : text) + shown.text
    ever += shown.text
  }
  for (const piece of pieces) take(visible.push(piece))
  take(visible.end())
  return { text, ever, hidden: visible.hidden }
}

test.each([
  ['<think>hm</think>\n\nHello!', 'Hello!'],
  ['\n<think>\nhm\n</think>Hello!', 'Hello!'],
  ['<THINK type="x">hm</Think >Hello!', 'Hello!'],
  ['<thinking>hm</thinking>Hello!', 'Hello!'],
  ['<reasoning>hm</reasoning>Hello!', 'Hello!'],
  ['<thought>hm</thought>Hello!', 'Hello!'],
  ['<seed:think>hm</seed:think>Hello!', 'Hello!'],
  ['[THINK]hm[/THINK]Hello!', 'Hello!'],
  ['◁think▷hm◁/think▷Hello!', 'Hello!'],
  ['<|START_THINKING|>hm<|END_THINKING|>Hello!', 'Hello!'],
  [
    '<|channel|>analysis<|message|>hm<|end|><|start|>assistant<|channel|>final<|message|>Hello!<|return|>',
    'Hello!',
  ],
  ['hm\n</think>\n\nHello!', 'Hello!'],
  ['hm `x` </think> hm </think>Hello!', 'Hello!'],
  ['<think>never closed', ''],
  ['<think></think>Hello!', 'Hello!'],
  ['Hello <think>hm</think>there', 'Hello there'],
  ['<think>one</think>Hello <think>two</think>there', 'Hello there'],
  ['<think>I close with `</think>` here</think>Hello!', 'Hello!'],
  ['Write `<think>` and `</think>` around it.', 'Write `<think>` and `</think>` around it.'],
  ['```xml\n<think>a</think>\n```\nDone.', '```xml\n<think>a</think>\n```\nDone.'],
  ['1 < 2 and a <b>c</b> [T] <thin', '1 < 2 and a <b>c</b> [T] <thin'],
  ['I think </p> so <think', 'I think </p> so <think'],
])('%j is shown as %j', (said, shown) => {
  for (const holds of [true, false]) {
    expect(read([said], holds).text).toBe(shown)
    expect(read(said.split(''), holds).text).toBe(shown)
  }
})

test('text without an opening tag is held back where models may think aloud, and never shown', () => {
  const said = 'The user says hi.\n</think>\n\nHello!'
  expect(read(said.split(''), true)).toMatchObject({ text: 'Hello!', ever: 'Hello!' })
  expect(read(said.split(''), false)).toMatchObject({ text: 'Hello!' })
})

test('however thoughts are split, none of them is shown and no word of the reply is lost', () => {
  const words = fc.array(fc.constantFrom('a', 'b<', '<b>', '\n', ' x', '`', '[1]', '</', 'thi', '◁'), {
    maxLength: 12,
  })
  const tag = fc.constantFrom('think', 'thinking', 'reasoning', 'Thought')
  fc.assert(
    fc.property(
      words,
      words,
      tag,
      fc.boolean(),
      fc.infiniteStream(fc.nat(6)),
      (thought, reply, name, holds, sizes) => {
        const hidden = `§${thought.join('').replaceAll('`', '')}§`
        const shown = `Hello${reply.join('').replaceAll('`', '')}`
        const said = `<${name}>${hidden}</${name}>${shown}`
        const pieces: string[] = []
        for (let at = 0; at < said.length;) {
          const size = 1 + sizes.next().value
          pieces.push(said.slice(at, at + size))
          at += size
        }
        const got = read(pieces, holds)
        expect(got.ever).toBe(shown)
        expect(got.hidden).toBe(said.length - shown.length)
      },
    ),
  )
})

test('marks that never end take no time', () => {
  const said = '<think'.repeat(50_000)
  expect(read([said]).text).toHaveLength(said.length)
  expect(read(['<|channel|>'.repeat(30_000)]).text).toHaveLength(330_000)
})
