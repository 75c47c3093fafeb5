import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { findCorpus } from '#tests/support/knowledge.ts'

import { readDocument } from './read-document.server.ts'
import type { Reading } from './reading.ts'
import { ReadingRefused } from './reading-refused.ts'

/** Real PDFs, which their owners' licences keep out of this repository. */
const folder = findCorpus('pdf')

type Case = { file: string; expected_outcome: string; expected_tokens: string | null }

const cases: Case[] = folder
  ? (JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as Case[])
  : []

async function outcomeOf(file: string): Promise<Reading | ReadingRefused> {
  const bytes = new Uint8Array(readFileSync(join(folder ?? '', file)))
  return readDocument({ kind: 'pdf', bytes }).catch((error: unknown) => {
    if (error instanceof ReadingRefused) return error
    throw error
  })
}

function shareOfTokens(reading: Reading, tokens: readonly string[]): number {
  const text = reading.sections.flatMap(({ headings, text: body }) => [...headings, body]).join('\n')
  return tokens.length === 0 ? 1 : tokens.filter((token) => text.includes(token)).length / tokens.length
}

test.skipIf(folder)('SKIPPED: ../shared/corpora/pdf is not here', () => {})

test.each(cases)(
  '$file: $expected_outcome',
  async ({ file, expected_outcome: expected, expected_tokens: tokens }) => {
    const outcome = await outcomeOf(file)
    if (expected.startsWith('accept:')) {
      if (outcome instanceof ReadingRefused) expect.fail(`refused: ${outcome.reason}`)
      const wanted = JSON.parse(readFileSync(join(folder ?? '', tokens ?? ''), 'utf8')) as string[]
      expect(shareOfTokens(outcome, wanted)).toBeGreaterThanOrEqual(0.95)
      expect(outcome.passages.length).toBeGreaterThan(0)
      expect(outcome.sections[0]?.page).toBe(1)
    } else if (expected.startsWith('refuse: password')) expect(outcome).toMatchObject({ reason: 'encrypted' })
    else if (expected.startsWith('refuse: damaged')) expect(outcome).toMatchObject({ reason: 'damaged' })
    else if (expected.startsWith('accept-or-refuse'))
      expect(['no-text', 'damaged']).toContain((outcome as ReadingRefused).reason)
  },
)
