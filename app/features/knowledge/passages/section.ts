import { z } from 'zod'

/** A part of a document under one heading. */
const sectionSchema = z.object({
  headings: z.array(z.string()),
  /** From 1; null where the format has no pages. */
  page: z.int().nullable(),
  /** Paragraphs, separated by an empty line. */
  text: z.string(),
})

export type Section = z.infer<typeof sectionSchema>

export type Passage = Section

export function readSections(stored: string): Section[] {
  return z.array(sectionSchema).parse(JSON.parse(stored))
}

export type SectionWriter = {
  /** A heading ends the sections of its own level and below. */
  heading(level: number, text: string): void
  block(text: string): void
  page(number: number): void
  sections(): Section[]
}

export function createSectionWriter(): SectionWriter {
  const done: Section[] = []
  let path: { level: number; text: string }[] = []
  let page: number | null = null
  let blocks: string[] = []

  function flush(): void {
    if (blocks.length > 0)
      done.push({ headings: path.map(({ text }) => text), page, text: blocks.join('\n\n') })
    blocks = []
  }

  return {
    heading(level, text) {
      flush()
      path = [...path.filter((above) => above.level < level), { level, text }]
    },
    block(text) {
      if (text.trim() !== '') blocks.push(text)
    },
    page(number) {
      flush()
      page = number
    },
    sections() {
      flush()
      return done
    },
  }
}
