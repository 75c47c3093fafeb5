import { z } from 'zod'

const sectionSchema = z.object({
  headings: z.array(z.string()),
  /** Counted from 1; null if the format has no pages. */
  page: z.int().nullable(),
  /** Paragraphs, separated by an empty line; empty for a heading without content. */
  text: z.string(),
})

export type Section = z.infer<typeof sectionSchema>

export type Passage = Section

export function readSections(stored: string): Section[] {
  return z.array(sectionSchema).parse(JSON.parse(stored))
}

/** Longer headings are treated as paragraphs, because they are too long to cite. */
export const MAX_HEADING = 200

export type SectionWriter = {
  /** A heading ends the sections of its own level and below. */
  heading(level: number, text: string): void
  block(text: string): void
  page(number: number): void
  sections(): Section[]
  /** All headings and blocks that were written, in order. */
  texts(): readonly string[]
}

type Heading = { level: number; text: string; page: number | null; isWritten: boolean }

export function createSectionWriter(): SectionWriter {
  const done: Section[] = []
  let path: readonly Heading[] = []
  let page: number | null = null
  let blocks: string[] = []
  const texts: string[] = []

  function write(text: string, on: number | null): void {
    done.push({ headings: path.map((heading) => heading.text), page: on, text })
    for (const heading of path) heading.isWritten = true
  }

  function writeBlocks(): void {
    if (blocks.length > 0) write(blocks.join('\n\n'), page)
    blocks = []
  }

  /** A last heading without content becomes a section with empty text. */
  function endSection(): void {
    writeBlocks()
    const last = path.at(-1)
    if (last && !last.isWritten) write('', last.page)
  }

  return {
    heading(level, text) {
      texts.push(text)
      const last = path.at(-1)
      if (last && last.level < level) writeBlocks()
      else endSection()
      path = path.filter((above) => above.level < level)
      if (text.length > MAX_HEADING) blocks.push(text)
      else if (text.trim() !== '') path = [...path, { level, text, page, isWritten: false }]
    },
    block(text) {
      if (text.trim() === '') return
      texts.push(text)
      blocks.push(text)
    },
    page(number) {
      writeBlocks()
      page = number
    },
    sections() {
      endSection()
      return done
    },
    texts: () => texts,
  }
}
