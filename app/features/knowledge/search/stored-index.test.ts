import { mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'

import { readIndexFile, removeIndexFile, storedRevision, writeIndexFile } from './index-file.server.ts'
import { createWordIndex, type WordIndex } from './word-index.ts'
import type { QueryWord } from './word-weights.ts'

const noTurn = async () => {}

function openFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'foyer-index-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return join(folder, 'knowledge.index')
}

const word = fc.stringMatching(/^[a-eß東]{1,2}$/)
const passage = fc.record({
  language: fc.constantFrom('en', 'de', 'ja'),
  terms: fc.array(word, { minLength: 1, maxLength: 12 }),
  version: fc.record({
    of: fc.option(fc.constantFrom('/a', '/b')),
    language: fc.option(fc.constantFrom('de', 'fr')),
  }),
  collections: fc.subarray(['site', 'shop', 'club']),
})
type Passage = typeof passage extends fc.Arbitrary<infer Value> ? Value : never
type Step = [number: number, passage: Passage | null, isPacked: boolean]
const steps = fc.array(fc.tuple(fc.nat({ max: 9 }), fc.option(passage), fc.boolean()), {
  maxLength: 30,
})

/** Takes the steps, and returns the passages that are there at the end, in the order of their numbers. */
async function take(
  index: WordIndex,
  all: readonly Step[],
  isPacking: boolean,
): Promise<Map<string, Passage>> {
  const live = new Map<string, Passage>()
  for (const [number, content, isPacked] of all) {
    const id = String(number)
    live.delete(id)
    index.remove(id)
    if (content) {
      live.set(id, content)
      index.add({ ...content, id, terms: countsOf(content.terms) })
    }
    if (isPacking && isPacked) await index.pack(noTurn)
  }
  return live
}

function countsOf(terms: readonly string[]): [string, number][] {
  return Array.from(
    Map.groupBy(terms, (term) => term),
    ([term, { length }]) => [term, length],
  )
}

type Question = { words: QueryWord[]; language: string | null; collections: string[] | undefined }

const questions: fc.Arbitrary<Question[]> = fc.array(
  fc.record({
    words: fc.array(
      fc.record({
        terms: word.map((term) => new Map(['en', 'de', 'ja'].map((language) => [language, term]))),
        isStopWord: fc.boolean(),
        isGuessed: fc.boolean(),
        isCovered: fc.boolean(),
        synonymOf: fc.option(fc.constantFrom('a', 'b')),
      }),
      { minLength: 1, maxLength: 4 },
    ),
    language: fc.option(fc.constantFrom('de', 'fr')),
    collections: fc.option(fc.subarray(['site', 'shop', 'club']), { nil: undefined }),
  }),
  { maxLength: 5 },
)

function answersOf(index: WordIndex, asked: readonly Question[]) {
  const held = asked.map(({ words, language, collections }) => [
    index.search(words, 10, { language, ...(collections && { collections }) }),
    collections && index.holdsAny(collections),
  ])
  return { held, size: index.size, averageLength: index.averageLength }
}

const inLanguage = (terms: string[], of: '/a' | null, language: 'de' | 'fr' | null): Passage => {
  return { language: 'en', terms, version: { of, language }, collections: [] }
}

/** The only French passage is replaced, so that French visitors get the main language's versions again. */
const removedLanguage: Step[] = [
  [0, inLanguage(['c', 'a'], null, null), false],
  [1, inLanguage(['c', 'a'], '/a', null), false],
  [2, inLanguage(['a'], null, 'fr'), false],
  [2, inLanguage(['b', 'd'], '/a', 'de'), false],
]
const asWord = (term: string, synonymOf: string | null): QueryWord => {
  return { terms: new Map([['en', term]]), isStopWord: false, isGuessed: false, isCovered: false, synonymOf }
}
const askedInIt: Question[] = [
  { words: [asWord('c', null), asWord('b', 'a')], language: 'fr', collections: undefined },
]

test('packed, and read from its file, an index answers with the same scores', async () => {
  const path = openFile()
  await fc.assert(
    fc.asyncProperty(steps, questions, async (all, asked) => {
      const [plain, packed] = [createWordIndex(), createWordIndex()]
      const live = await take(plain, all, false)
      await take(packed, all, true)
      const expected = answersOf(plain, asked)
      expect(answersOf(packed, asked)).toEqual(expected)

      await writeIndexFile(path, 'test', { revision: 7, items: ['{}'], postings: await packed.pack(noTurn) })
      const stored = await readIndexFile(path, 'test')
      expect(stored).toMatchObject({ revision: 7, items: ['{}'] })
      const restored = createWordIndex(stored?.postings)
      for (const [id, content] of live) restored.restore({ ...content, id, length: packed.lengthOf(id) })
      expect(answersOf(restored, asked)).toEqual(expected)
      restored.add({ id: 'later', language: 'en', terms: [['a', 300]] })
      plain.add({ id: 'later', language: 'en', terms: [['a', 300]] })
      expect(answersOf(restored, asked)).toEqual(answersOf(plain, asked))
    }),
    { examples: [[removedLanguage, askedInIt]] },
  )
})

test('a file that is damaged, cut off or made by something else is not used', async () => {
  const path = openFile()
  expect(await readIndexFile(path, 'test')).toBeNull()
  const index = createWordIndex()
  index.add({ id: '1', language: 'en', terms: [['door', 2]] })
  await writeIndexFile(path, 'test', { revision: 1, items: ['{}'], postings: await index.pack(noTurn) })
  expect(await storedRevision(path, 'test')).toBe(1)
  expect(await readIndexFile(path, 'another version')).toBeNull()
  const whole = readFileSync(path)
  expect(await readIndexFile(path, 'test')).not.toBeNull()
  for (let at = 512; at < whole.length; at += 1) {
    const damaged = Uint8Array.from(whole)
    damaged[at] = (damaged[at] ?? 0) ^ 1
    writeFileSync(path, damaged)
    expect(await readIndexFile(path, 'test')).toBeNull()
  }
  for (const bytes of [whole.subarray(0, -1), whole.subarray(0, 100), Buffer.alloc(0), Buffer.from('{')]) {
    writeFileSync(path, bytes)
    expect(await readIndexFile(path, 'test')).toBeNull()
  }
})

test('what a process that died had written is deleted, and what another is writing is not', async () => {
  const path = openFile()
  writeFileSync(`${path}.1.part`, '')
  utimesSync(`${path}.1.part`, 0, 0)
  writeFileSync(`${path}.2.part`, '')
  writeFileSync(path, '')
  await removeIndexFile(path)
  expect(readdirSync(join(path, '..'))).toEqual(['knowledge.index.2.part'])
})
