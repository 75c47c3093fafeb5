import fc from 'fast-check'
import { expect, test } from 'vitest'

import { type PageDocument, pageDocumentSchema } from '../page-document.ts'

import { mergeDocuments } from './merge-documents.ts'

const entry = (n: number) => ({ question: `Question ${n}`, answer: `Answer ${n}` })
const block = (id: string, title: string) => ({
  id,
  type: 'faq',
  version: 1,
  hidden: false,
  props: { title, intro: `Intro of ${id}`, entries: [entry(1), entry(2), entry(3)] },
})
const base = pageDocumentSchema.parse({
  name: 'Team',
  metaTitle: 'Our team',
  description: 'Who we are.',
  service: { summary: 'We teach.', timeline: '2 days' },
  blocks: [block('a', 'First'), block('b', 'Second'), block('c', 'Third')],
})

function edited(change: (copy: PageDocument) => void): PageDocument {
  const copy = structuredClone(base)
  change(copy)
  return copy
}

const merge = (theirs: PageDocument, mine: PageDocument) => mergeDocuments({ base, theirs, mine })
const idsOf = ({ blocks }: PageDocument) => blocks.map(({ id }) => id)

type Edit = { what: string; apply: (copy: PageDocument, text: string) => void }

/** Edits, each of a different field. */
const edits: Edit[] = [
  ...(['name', 'metaTitle', 'description', 'shareTitle'] as const).map((what) => ({
    what,
    apply: (copy: PageDocument, text: string) => {
      copy[what] = text
    },
  })),
  ...(['summary', 'timeline', 'bestFor'] as const).map((what) => ({
    what: `service.${what}`,
    apply: (copy: PageDocument, text: string) => {
      if (copy.service) copy.service[what] = text
    },
  })),
  ...[0, 1, 2].flatMap((n) =>
    ['title', 'intro'].map((field) => ({
      what: `${n}/${field}`,
      apply: (copy: PageDocument, text: string) => {
        Object.assign(copy.blocks[n]?.props ?? {}, { [field]: text })
      },
    })),
  ),
  ...[0, 1, 2].flatMap((n) =>
    ['question', 'answer'].map((field) => ({
      what: `0/entries.${n}.${field}`,
      apply: (copy: PageDocument, text: string) => {
        const entries = copy.blocks[0]?.props['entries'] as Record<string, string>[]
        Object.assign(entries[n] ?? {}, { [field]: text })
      },
    })),
  ),
]

const someEdits = fc.uniqueArray(
  fc.record({
    n: fc.nat(edits.length - 1),
    text: fc.string({ minLength: 1 }).map((text) => `typed ${text}`),
  }),
  { selector: ({ n }) => n, maxLength: 8 },
)

test('no edit is lost: each is in the merged document, and a conflict is told where both changed one field', () => {
  fc.assert(
    fc.property(someEdits, someEdits, (theirEdits, myEdits) => {
      const apply = (list: typeof theirEdits) =>
        edited((copy) => list.forEach(({ n, text }) => edits[n]?.apply(copy, text)))
      const { document, conflicts } = merge(apply(theirEdits), apply(myEdits))
      const both = theirEdits.filter(({ n, text }) =>
        myEdits.some((mine) => mine.n === n && mine.text !== text),
      )
      expect(conflicts).toHaveLength(both.length)
      // My edits win, and each conflict contains their text.
      const expected = edited((copy) =>
        [...theirEdits, ...myEdits].forEach(({ n, text }) => edits[n]?.apply(copy, text)),
      )
      expect(document).toEqual(expected)
      expect(new Set(conflicts.map(({ theirs }) => theirs))).toEqual(new Set(both.map(({ text }) => text)))
    }),
  )
})

const someIds = fc.shuffledSubarray(['a', 'b', 'c', 'x', 'y', 'z'], { minLength: 0 })
const blocksOf = (ids: readonly string[]) =>
  ids.map((id) => base.blocks.find((known) => known.id === id) ?? block(id, `Added ${id}`))

test('sections that either adds are there, those that either takes away are not, and each stands once', () => {
  fc.assert(
    fc.property(someIds, someIds, (theirs, mine) => {
      const { document, conflicts } = merge(
        { ...base, blocks: blocksOf(theirs) },
        { ...base, blocks: blocksOf(mine) },
      )
      const kept = ['a', 'b', 'c', 'x', 'y', 'z'].filter((id) =>
        'abc'.includes(id)
          ? theirs.includes(id) && mine.includes(id)
          : theirs.includes(id) || mine.includes(id),
      )
      expect(idsOf(document).toSorted()).toEqual(kept)
      expect(conflicts.every(({ place }) => place === 'blocks')).toBe(true)
    }),
  )
})

test('merging with oneself, or with an unchanged document, changes nothing', () => {
  fc.assert(
    fc.property(someEdits, someIds, (list, ids) => {
      const mine = edited((copy) => list.forEach(({ n, text }) => edits[n]?.apply(copy, text)))
      mine.blocks = [...mine.blocks, ...blocksOf(ids.filter((id) => !'abc'.includes(id)))]
      for (const theirs of [base, mine])
        expect(merge(theirs, mine)).toEqual({ document: mine, conflicts: [] })
      expect(merge(mine, base)).toEqual({ document: mine, conflicts: [] })
    }),
  )
})

test('what one moves and the other changes is moved and changed', () => {
  const moved = edited((copy) => copy.blocks.sort((one, other) => other.id.localeCompare(one.id)))
  const changed = edited((copy) => {
    Object.assign(copy.blocks[0]?.props ?? {}, { title: 'Changed' })
    copy.blocks.splice(1, 0, block('n', 'New'))
  })
  for (const { document, conflicts } of [merge(moved, changed), merge(changed, moved)]) {
    expect(conflicts).toEqual([])
    expect(idsOf(document)).toEqual(['c', 'b', 'a', 'n'])
    expect(document.blocks.find(({ id }) => id === 'a')?.props['title']).toBe('Changed')
  }
  const otherwise = edited((copy) => copy.blocks.push(...copy.blocks.splice(0, 1)))
  expect(merge(moved, otherwise).conflicts).toMatchObject([{ place: 'blocks' }])
})

test('a section that one takes away and the other changes is a conflict, both ways', () => {
  const without = edited((copy) => copy.blocks.shift())
  const changed = edited((copy) => Object.assign(copy.blocks[0]?.props ?? {}, { title: 'Changed' }))
  expect(merge(without, changed)).toMatchObject({ conflicts: [{ place: 'a/' }] })
  expect(idsOf(merge(without, changed).document)).toEqual(['a', 'b', 'c'])
  expect(merge(changed, without)).toMatchObject({ conflicts: [{ place: 'a/' }] })
})

test('two sections that were added under one id both stay', () => {
  const add = (title: string) => edited((copy) => copy.blocks.push(block('n', title)))
  const { document, conflicts } = merge(add('Theirs'), add('Mine'))
  expect(conflicts).toEqual([])
  expect(document.blocks.map(({ id, props }) => [id, props['title']]).slice(3)).toEqual([
    ['n-2', 'Mine'],
    ['n', 'Theirs'],
  ])
})

test('entries that one moves are not mixed with those that the other changes', () => {
  const entriesOf = (copy: PageDocument) => copy.blocks[0]?.props['entries'] as Record<string, string>[]
  const moved = edited((copy) => entriesOf(copy).push(...entriesOf(copy).splice(0, 1)))
  const changed = edited((copy) => Object.assign(entriesOf(copy)[0] ?? {}, { answer: 'Changed' }))
  expect(merge(moved, changed).conflicts).toMatchObject([{ place: 'a/entries' }])
})
