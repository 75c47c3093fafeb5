import { z } from 'zod'

import type { ChatSource } from '#app/features/chat/chat-events.ts'
import { listOpenPdfs } from '#app/features/knowledge/items/find-pdf.server.ts'
import { pdfAt, pdfPath } from '#app/features/knowledge/items/pdf-path.ts'
import type { FoundPassage } from '#app/features/knowledge/search/search-passages.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'

/** Characters of a passage that a visitor is shown. */
const EXCERPT = 600

/** What the visitor sees of the passages a reply cites, numbered as its text numbers them. */
export function sourcesOf(passages: readonly FoundPassage[], cited: readonly number[]): ChatSource[] {
  return cited.flatMap((place, at) => {
    const passage = passages[place]
    return passage ? [toSource(passage, at + 1)] : []
  })
}

function toSource(passage: FoundPassage, number: number): ChatSource {
  const { kind, itemId, isPublic, title, page, address, text } = passage
  const pdf = isPublic ? pdfPath(itemId, page) : null
  return {
    number,
    title,
    page,
    href: kind === 'pdf' ? pdf : address,
    text: text.length > EXCERPT ? `${text.slice(0, EXCERPT).toWellFormed()}…` : text,
  }
}

/** As a message stores them; null where nothing is cited. */
export function storedSources(sources: readonly ChatSource[]): string | null {
  return sources.length > 0 ? JSON.stringify(sources) : null
}

const sourcesSchema = z.array(
  z.object({
    number: z.int(),
    title: z.string(),
    page: z.int().nullable(),
    href: z.string().nullable(),
    text: z.string(),
  }),
)

export function readSources(stored: string | null): ChatSource[] {
  return stored === null ? [] : sourcesSchema.parse(JSON.parse(stored))
}

/** What was cited while a PDF was public shows its passage once it is no longer: a link to it would lead nowhere. */
export async function closePrivateFiles<Citing extends { sources: readonly ChatSource[] }>(
  ctx: Ctx,
  citing: readonly Citing[],
): Promise<Citing[]> {
  const ids = citing.flatMap(({ sources }) => sources.flatMap(({ href }) => pdfAt(href) ?? []))
  const open = await listOpenPdfs(ctx, [...new Set(ids)])
  const isClosed = (href: string | null) => {
    const id = pdfAt(href)
    return id !== null && !open.has(id)
  }
  return citing.map((one) => ({
    ...one,
    sources: one.sources.map((source) => (isClosed(source.href) ? { ...source, href: null } : source)),
  }))
}
