import { expect, test } from 'vitest'

import type { ParsedQuestion } from './parse-question.server.ts'
import { refineRanking } from './refine-ranking.ts'

function questionOf(text: string): ParsedQuestion {
  const words = text.split(' ').map((word) => ({
    terms: new Map([['en', word]]),
    isStopWord: word === 'of',
    isGuessed: false,
    isCovered: true,
    synonymOf: null,
  }))
  return { words, pairs: words.slice(1).flatMap((word, at) => (words[at] ? [[words[at], word]] : [])) }
}

function orderFor(question: string, texts: Record<string, string>): string[] {
  const candidates = Object.entries(texts).map(([id, text]) => ({
    id,
    language: 'en',
    title: [],
    terms: text.split(' '),
    score: 1,
  }))
  const refined = refineRanking(candidates, questionOf(question), {
    size: 100,
    averageLength: 4,
    frequency: () => 1,
  })
  return refined.map(({ id }) => id)
}

test('words in the order of the question come before the same words in another', () => {
  const texts = { other: 'agent of the voice', same: 'the voice agent of' }
  expect(orderFor('voice agent', texts)).toEqual(['same', 'other'])
})

test('a part of a compound is found by its letters', () => {
  const texts = { none: 'the garage is closed', part: 'die tiefgaragenzufahrt ist geschlossen' }
  expect(orderFor('tiefgarage', texts)).toEqual(['part', 'none'])
})

test('the passage with the words in one place comes before one that has them here and there', () => {
  const texts = {
    apart: 'voice is one thing | another | and then an agent | more',
    together: 'one thing is | another | voice agent | more of that',
  }
  expect(orderFor('agent of voice', texts)).toEqual(['together', 'apart'])
})

test('of passages that score alike, the one whose title the question names comes first', () => {
  const titles = ['terms', 'voice agents', 'chat agents', 'privacy']
  const candidates = titles.map((title, at) => ({
    id: title,
    language: 'en',
    title: title.split(' '),
    terms: ['reports', 'each', 'week'],
    score: 1 - at / 1000,
  }))
  const collection = { size: 9, averageLength: 3, frequency: () => 1 }
  const refined = refineRanking(candidates, questionOf('reports of voice agents'), collection)
  expect(refined.map(({ id }) => id)).toEqual(['voice agents', 'chat agents', 'terms', 'privacy'])
})

test('passages of another language keep their order', () => {
  const stranger = { id: 'x', language: 'de', title: [], terms: ['voice', 'agent'], score: 3 }
  const other = { ...stranger, id: 'y', score: 2 }
  const collection = { size: 9, averageLength: 2, frequency: () => 1 }
  const refined = refineRanking([other, stranger], questionOf('voice agent'), collection)
  expect(refined.map(({ id }) => id)).toEqual(['x', 'y'])
  expect(refineRanking([], questionOf('voice'), { ...collection, size: 0, averageLength: 0 })).toEqual([])
})
