import { expect, test } from 'vitest'
import { z } from 'zod'

import { defineBlock } from './define-block.ts'
import { items, line } from './fields.ts'
import { leaveOutEmpty } from './leave-out-empty.ts'
import { parseBlock } from './parse-block.ts'

const note = defineBlock({
  type: 'note',
  version: 3,
  title: 'Note',
  help: '',
  schema: z.object({ title: line('Title', { isRequired: true }), lines: items('Lines', line('Line')) }),
  Component: () => null,
  migrate(props, version) {
    if (typeof props['text'] !== 'string') throw new Error('There is no text.')
    return version === 1 ? { title: 'Note', lines: [props['text']] } : { ...props, lines: [props['text']] }
  },
})
const find = (type: string) => (type === 'note' ? note : null)
const stored = (version: number, props: unknown) => ({ id: 'a', type: 'note', version, props })

test('props of this version are read, and missing texts are empty', () => {
  expect(parseBlock(stored(3, { title: ' A \n title ' }), find)).toMatchObject({
    block: { id: 'a', type: 'note', props: { title: 'A title', lines: [] } },
  })
})

test.each([
  [1, { text: 'Old' }, { title: 'Note', lines: ['Old'] }],
  [2, { title: 'T', text: 'Old' }, { title: 'T', lines: ['Old'] }],
])('props of version %d are migrated', (version, props, migrated) => {
  expect(parseBlock(stored(version, props), find)).toMatchObject({ block: { props: migrated } })
})

test.each([
  ['of a later version', stored(4, {}), 'It was stored by a newer version, 4.'],
  ['that cannot be migrated', stored(1, {}), 'It cannot be migrated: Error: There is no text.'],
  ['with damaged props', stored(3, { title: 7 }), 'title: Invalid input: expected string, received number'],
  ['with props that are none', stored(3, 'x'), 'It is not a block.'],
  ['of an unknown type', { ...stored(3, {}), type: 'marquee' }, 'There is no type marquee.'],
  ['that is none', null, 'It is not a block.'],
  ['that is a list', [], 'It is not a block.'],
])('a block %s is told and not thrown', (_name, raw, fault) => {
  expect(parseBlock(raw, find)).toEqual({ fault })
})

test('empty items are left out, and a block that lacks something required is not shown', () => {
  expect(leaveOutEmpty(note.schema, { title: 'T', lines: ['', 'x', ''] })).toEqual({
    title: 'T',
    lines: ['x'],
  })
  expect(leaveOutEmpty(note.schema, { title: '', lines: ['x'] })).toBeNull()
})
