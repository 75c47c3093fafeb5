import { z } from 'zod'

import type { ChatSource } from '#app/features/chat/chat-events.ts'
import { listOpenPdfs } from '#app/features/knowledge/items/citations.server.ts'
import { pdfAt, pdfPath } from '#app/features/knowledge/items/pdf-path.ts'
import type { FoundPassage } from '#app/features/knowledge/search/search-passages.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'

import { excerptOf } from './excerpt.ts'

/**
 * Returns what visitors see of a cited passage.
 * @param said the reply so far, with the citation
 */
export function sourceOf(
  { kind, itemId, isPublic, title, page, address, text }: FoundPassage,
  number: number,
  said: string,
): ChatSource {
  const pdf = isPublic ? pdfPath(itemId, page) : null
  return {
    number,
    title,
    page,
    href: kind === 'pdf' ? pdf : address,
    text: excerptOf(text, { said, number }),
  }
}

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

/** Removes links to PDFs that are no longer public. */
export async function closePrivateFiles<Citing extends { sources: readonly ChatSource[] }>(
  ctx: Ctx,
  citing: readonly Citing[],
): Promise<Citing[]> {
  const ids = citing.flatMap(({ sources }) => sources.map(({ href }) => pdfAt(href)))
  const open = await listOpenPdfs(ctx, [...new Set(ids.filter((id) => id !== null))])
  const isClosed = (href: string | null) => {
    const id = pdfAt(href)
    return id !== null && !open.has(id)
  }
  return citing.map((one) => ({
    ...one,
    sources: one.sources.map((source) => (isClosed(source.href) ? { ...source, href: null } : source)),
  }))
}
