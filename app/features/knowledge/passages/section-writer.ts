import type { Section } from './section.ts'

/** Gathers a document's blocks, in order, into sections under their headings. */
export type SectionWriter = {
  /** `level` from 1; a heading ends those of its own level and below. */
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
