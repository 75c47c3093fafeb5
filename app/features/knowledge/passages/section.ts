import { z } from 'zod'

/** A stretch of a document under one heading: what each reader makes of its format, and what the owner is shown. */
const sectionSchema = z.object({
  /** The headings above it, the outermost first. */
  headings: z.array(z.string()),
  /** From 1; null where the format has none. */
  page: z.int().nullable(),
  /** Paragraphs with an empty line between them. */
  text: z.string(),
})

export type Section = z.infer<typeof sectionSchema>

/** What is retrieved and cited: 400 to 800 tokens where the document has as many. */
export type Passage = Section

/** As stored. */
export function readSections(stored: string): Section[] {
  return z.array(sectionSchema).parse(JSON.parse(stored))
}
