import type { ChatSource } from '#app/features/chat/chat-events.ts'
import { listOpenPdfs } from '#app/features/knowledge/items/find-pdf.server.ts'
import { pdfAt } from '#app/features/knowledge/items/pdf-path.ts'
import type { Ctx } from '#app/platform/context.server.ts'

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
