import { cleanLine, cleanText } from '../passages/clean-text.ts'
import { createSectionWriter, MAX_HEADING, type Passage, type Section } from '../passages/section.ts'
import { splitPassages } from '../passages/split-passages.ts'
import { detectLanguage, loadLanguage } from '../search/languages.server.ts'
import { passageTerms } from '../search/terms.ts'

import { type Coverage, coverageOf, type ListLimits } from './coverage.ts'
import { leftOutWords, type SourceBlock } from './left-out-words.ts'
import type { ReadOutcome } from './reading-tasks.ts'
import { type Original, type ReadDocument, type Reading, ReadingRefused } from './reading.ts'

export async function readOriginal(
  original: Original,
  give: (percent: number) => Promise<void>,
): Promise<ReadOutcome> {
  try {
    return { reading: await readDocument(original, (percent) => void give(percent)) }
  } catch (error) {
    // The readers are well-tested libraries, so an error means that the document is damaged.
    const { reason, values } = error instanceof ReadingRefused ? error : new ReadingRefused('damaged')
    return { refused: reason, values }
  }
}

/** About 700 pages of a book. */
const MAX_CHARACTERS = 3_000_000

/** Has no limit of time or memory, so call it only in the pool. @throws {ReadingRefused} */
export async function readDocument(
  original: Original,
  onProgress: (percent: number) => void = () => {},
  limits?: ListLimits,
): Promise<Reading> {
  const document = await readFormat(original, onProgress)
  const sections = document.sections.map(cleanSection).filter(({ text }) => text !== '')
  const characters = sections.reduce((sum, { text }) => sum + text.length, 0)
  // A document with nothing but page numbers has no text.
  if (!sections.some(({ text }) => /\p{L}/u.test(text)))
    throw new ReadingRefused(original.kind === 'html' ? 'page-empty' : 'no-text')
  if (characters > MAX_CHARACTERS) throw new ReadingRefused('too-long')
  const sample = sections.map(({ text }) => text).join('\n')
  const language = await loadLanguage(await detectLanguage(sample, document.declaredLanguage))
  const passages = splitPassages(sections).map((passage) => ({
    ...passage,
    terms: passageTerms(passage, language),
  }))
  const title = document.title === null ? '' : cleanLine(document.title, MAX_HEADING)
  return {
    title: title === '' ? null : title,
    address: document.address,
    language: language.code,
    sections,
    passages,
    coverage: coverageIn(document, passages, limits),
  }
}

function coverageIn(
  { source, kept, omissions }: ReadDocument,
  passages: readonly Passage[],
  limits: ListLimits | undefined,
): Coverage {
  const indexed = passages.flatMap(({ headings, text }) => [...headings, text])
  const missing = leftOutWords(source, kept, indexed)
  return coverageOf(missing.indexed, [...missing.omissions, ...omissions], limits)
}

async function readFormat(original: Original, onProgress: (percent: number) => void): Promise<ReadDocument> {
  switch (original.kind) {
    case 'pdf': {
      const { readPdf } = await import('./read-pdf.server.ts')
      return readPdf(original.bytes, onProgress)
    }
    case 'html': {
      const { readHtml } = await import('./read-html.server.ts')
      return readHtml(original)
    }
    case 'text':
      return readText(new TextDecoder().decode(original.bytes), original.language ?? null)
  }
}

/** Keeps a heading without content as text under the headings above it. */
function cleanSection({ headings, page, text }: Section): Section {
  const named = headings.map((heading) => cleanText(heading).replaceAll(/\s+/g, ' '))
  const cleaned = cleanText(text)
  const heading = cleaned === '' ? named.pop() : undefined
  return { headings: named.filter((name) => name !== ''), page, text: heading ?? cleaned }
}

async function readText(text: string, declaredLanguage: string | null): Promise<ReadDocument> {
  const { lexer } = await import('marked')
  const writer = createSectionWriter()
  const source: SourceBlock[] = []
  for (const token of lexer(text.replace(/^\uFEFF/, ''))) {
    source.push({ text: token.raw, reason: 'unknown', page: null })
    if (token.type === 'heading') writer.heading(Number(token['depth']), String(token['text']))
    else if (token.type !== 'space' && token.type !== 'hr') writer.block(token.raw.trim())
  }
  const sections = writer.sections()
  const about = { title: null, address: null, declaredLanguage }
  return { ...about, sections, source, kept: writer.texts(), omissions: [] }
}
