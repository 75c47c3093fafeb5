import { readFileSync } from 'node:fs'

import { expect, test } from 'vitest'

import { corporaOf } from '#tests/support/corpora.ts'

import { readDocument } from './read-document.server.ts'
import { type Reading, ReadingRefused } from './reading.ts'

type Case = { file: string; expected_outcome: string; expected_tokens: string | null }
type FindPath = (name: string) => string

for (const { title, isHere, path, json } of corporaOf('pdf')) {
  if (isHere)
    test.each(json() as Case[])(`$file: $expected_outcome (${title})`, (one) => expectOutcome(path, one))
  else test.skip(`PDFs are read, or refused with a reason (${title})`)
}

async function outcomeOf(file: string): Promise<Reading | ReadingRefused> {
  const bytes = new Uint8Array(readFileSync(file))
  return readDocument({ kind: 'pdf', bytes }).catch((error: unknown) => {
    if (error instanceof ReadingRefused) return error
    throw error
  })
}

function shareOfTokens(reading: Reading, tokens: readonly string[]): number {
  const text = reading.sections.flatMap(({ headings, text: body }) => [...headings, body]).join('\n')
  return tokens.length === 0 ? 1 : tokens.filter((token) => text.includes(token)).length / tokens.length
}

async function expectOutcome(
  path: FindPath,
  { file, expected_outcome: expected, ...one }: Case,
): Promise<void> {
  const outcome = await outcomeOf(path(file))
  if (expected.startsWith('accept:')) {
    if (outcome instanceof ReadingRefused) expect.fail(`refused: ${outcome.reason}`)
    const wanted = JSON.parse(readFileSync(path(one.expected_tokens ?? ''), 'utf8')) as string[]
    expect(shareOfTokens(outcome, wanted)).toBeGreaterThanOrEqual(0.95)
    expect(outcome.passages.length).toBeGreaterThan(0)
    expect(outcome.sections[0]?.page).toBe(1)
  } else if (expected.startsWith('refuse: password')) expect(outcome).toMatchObject({ reason: 'encrypted' })
  else if (expected.startsWith('refuse: damaged')) expect(outcome).toMatchObject({ reason: 'damaged' })
  else if (expected.startsWith('accept-or-refuse'))
    expect(['no-text', 'damaged']).toContain((outcome as ReadingRefused).reason)
}
