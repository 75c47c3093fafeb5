import fc from 'fast-check'
import { expect, test } from 'vitest'

import {
  edit,
  type EditorAction,
  type EditorState,
  freeId,
  pathOfPlace,
  startEditing,
  valueAt,
} from './editor-state.ts'

const block = (id: string, props: Record<string, unknown> = {}) => ({ id, type: 'points', version: 1, props })
const start = () =>
  startEditing([block('a', { title: 'A', points: [{ title: 'x' }] }), block('b'), block('c')])
const run = (state: EditorState, ...actions: EditorAction[]) => actions.reduce(edit, state)
const ids = ({ blocks }: EditorState) => blocks.map(({ id }) => id).join('')

test('blocks are added, moved, hidden, duplicated and removed, and each can be undone', () => {
  const steps: [EditorAction, string][] = [
    [{ do: 'add', block: block('n'), at: 1 }, 'anbc'],
    [{ do: 'move', id: 'a', to: 3 }, 'nbca'],
    [{ do: 'remove', id: 'c' }, 'nba'],
  ]
  let state = start()
  for (const [action, order] of steps) {
    state = edit(state, action)
    expect(ids(state)).toBe(order)
  }
  expect(ids(run(state, { do: 'undo' }, { do: 'undo' }, { do: 'undo' }))).toBe('abc')
  expect(ids(run(state, { do: 'undo' }, { do: 'undo' }, { do: 'redo' }))).toBe('nbca')

  const hidden = edit(start(), { do: 'hide', id: 'b' })
  expect(hidden.blocks[1]).toMatchObject({ id: 'b', hidden: true })
  expect(edit(hidden, { do: 'hide', id: 'b' }).blocks[1]).toMatchObject({ hidden: false })

  const doubled = edit(start(), { do: 'duplicate', id: 'a' })
  expect(doubled.blocks.map(({ id }) => id)).toEqual(['a', 'a-2', 'b', 'c'])
  expect(doubled.chosen).toBe('a-2')
  expect(doubled.blocks[1]?.props).toEqual(doubled.blocks[0]?.props)
})

test('a field is set wherever it is, and nothing else is touched', () => {
  const before = start()
  const after = edit(before, { do: 'set', id: 'a', path: ['points', 0, 'title'], value: 'y' })
  expect(after.blocks[0]?.props).toEqual({ title: 'A', points: [{ title: 'y' }] })
  expect(after.blocks[1]).toBe(before.blocks[1])
  expect(before.blocks[0]?.props).toEqual({ title: 'A', points: [{ title: 'x' }] })
  const deep = edit(before, { do: 'set', id: 'b', path: ['button', 'text'], value: 'Go' })
  expect(deep.blocks[1]?.props).toEqual({ button: { text: 'Go' } })
})

test('what is typed in one field without a rest is one step', () => {
  const type = (value: string, name = 'title'): EditorAction => ({
    do: 'set',
    id: 'a',
    path: [name],
    value,
    isTyping: true,
  })
  const typed = run(start(), type('H'), type('He'), { do: 'rest' }, type('Hey'), type('x', 'text'))
  expect(typed.past).toHaveLength(3)
  const titles = [1, 2, 3].map((times) =>
    valueAt(run(typed, ...Array.from({ length: times }, () => ({ do: 'undo' }) as const)).blocks[0]?.props, [
      'title',
    ]),
  )
  expect(titles).toEqual(['Hey', 'He', 'A'])
})

test('impossible edits change nothing', () => {
  const state = start()
  for (const action of [
    { do: 'move', id: 'a', to: -1 },
    { do: 'move', id: 'c', to: 3 },
    { do: 'move', id: 'nowhere', to: 0 },
    { do: 'remove', id: 'nowhere' },
    { do: 'undo' },
    { do: 'redo' },
    { do: 'rest' },
  ] satisfies EditorAction[])
    expect(edit(state, action)).toBe(state)
})

test('what others changed is no step of mine, and the chosen block is always one that there is', () => {
  const state = run(start(), { do: 'choose', id: 'c' }, { do: 'hide', id: 'a' })
  const merged = edit(state, { do: 'merge', blocks: [block('z')] })
  expect(merged).toMatchObject({ chosen: 'z', past: [], future: [] })
  const replaced = edit(state, { do: 'replace', blocks: [block('z')] })
  expect(edit(replaced, { do: 'undo' }).blocks).toBe(state.blocks)
})

const anId = fc.constantFrom('a', 'b', 'c', 'a-2')
const anAction: fc.Arbitrary<EditorAction> = fc.oneof(
  fc.record({ do: fc.constant('move' as const), id: anId, to: fc.integer({ min: -1, max: 5 }) }),
  fc.record({ do: fc.constantFrom('hide' as const, 'duplicate' as const, 'remove' as const), id: anId }),
  fc.record({
    do: fc.constant('set' as const),
    id: anId,
    path: fc.constant(['title']),
    value: fc.string(),
    isTyping: fc.boolean(),
  }),
)

test('after any edits, undoing all leads back to the first state and redoing all to the last', () => {
  fc.assert(
    fc.property(fc.array(anAction, { maxLength: 30 }), (actions) => {
      const first = start()
      const last = run(first, ...actions)
      const undone = run(last, ...last.past.map(() => ({ do: 'undo' }) as const))
      expect(undone.blocks).toEqual(first.blocks)
      expect(run(undone, ...undone.future.map(() => ({ do: 'redo' }) as const)).blocks).toEqual(last.blocks)
      expect(new Set(last.blocks.map(({ id }) => id)).size).toBe(last.blocks.length)
    }),
  )
})

test('a place leads to its field', () => {
  expect(pathOfPlace('faq/entries.0.answer')).toEqual({ id: 'faq', path: ['entries', 0, 'answer'] })
  expect(freeId('faq', [block('faq'), block('faq-2')])).toBe('faq-3')
  expect(freeId('faq-2', [block('faq-2')])).toBe('faq')
})
