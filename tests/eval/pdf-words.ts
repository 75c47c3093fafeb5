import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

import { wordsIn } from '#app/features/knowledge/reading/coverage.ts'
import { readDocument } from '#app/features/knowledge/reading/read-document.server.ts'
import { type Reading, ReadingRefused } from '#app/features/knowledge/reading/reading.ts'
import { corporaOf } from '#tests/support/corpora.ts'

type Case = { file: string; expected_tokens: string | null }

const TARGET = 0.995

/** Compares with another reader's words: pdftotext if it is installed, otherwise the stored lists. */
export async function printPdfWords(): Promise<boolean> {
  const counts = { all: 0, read: 0, listed: 0 }
  const lost: string[] = []
  const files = corporaOf('pdf').flatMap(({ isHere, path, json }) =>
    isHere ? (json() as Case[]).map((one) => ({ ...one, path })) : [],
  )
  for (const { file, expected_tokens: tokens, path } of files) {
    const reading = await read(path(file))
    if (!reading) continue
    const listed = tokens === null ? [] : (JSON.parse(readFileSync(path(tokens), 'utf8')) as string[])
    const words = (secondReading(path(file)) ?? listed).flatMap(foldedWords)
    const index = new Set(
      reading.passages.flatMap(({ headings, text }) => [...headings, text].flatMap(foldedWords)),
    )
    const leftOut = new Set(reading.coverage.leftOut.flatMap(({ text }) => foldedWords(text)))
    for (const word of words) {
      counts.all += 1
      if (index.has(word)) counts.read += 1
      else if (leftOut.has(word)) counts.listed += 1
      else lost.push(`${file}: ${word}`)
    }
  }
  const share = counts.all === 0 ? 1 : counts.read / counts.all
  const isMet = share >= TARGET
  console.log('\n| PDF words by a second reader | Read | Target | Listed as left out | Neither | |')
  console.log('| --- | --- | --- | --- | --- | --- |')
  console.log(
    `| ${counts.all} of ${files.length} files | ${(share * 100).toFixed(2)} % | ${TARGET * 100} % | ${counts.listed} | ${lost.length} | ${isMet ? 'met' : 'MISSED'} |`,
  )
  for (const line of lost.slice(0, 20)) console.log(`  ${line}`)
  return isMet
}

async function read(file: string): Promise<Reading | null> {
  const bytes = new Uint8Array(readFileSync(file))
  return readDocument({ kind: 'pdf', bytes }).catch((error: unknown) => {
    if (error instanceof ReadingRefused) return null
    throw error
  })
}

/** Returns null without pdftotext, which is in Debian's poppler-utils. */
function secondReading(file: string): string[] | null {
  try {
    const command = ['-enc', 'UTF-8', file, '-']
    return [execFileSync('pdftotext', command, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })]
  } catch {
    return null
  }
}

function foldedWords(text: string): string[] {
  return wordsIn(text.normalize('NFKC').toLowerCase())
}
