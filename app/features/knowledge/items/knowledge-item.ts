import { defaultLocale, fill } from '#app/lib/messages.ts'
import { readableLine, readableText, visibleText } from '#app/lib/readable-text.ts'
import type { KnowledgeKind } from '#app/platform/db/schema/knowledge.ts'
import { AppError, FieldErrors } from '#app/platform/errors.ts'

import { knowledgeMessages } from '../messages.ts'

const { errors } = knowledgeMessages[defaultLocale]

export const kindNames: Readonly<Record<KnowledgeKind, string>> = {
  pdf: 'PDF',
  text: 'Text',
  url: 'URL',
  site: 'Site',
}

export const itemKinds: readonly KnowledgeKind[] = ['pdf', 'text', 'url', 'site']
/** The kinds of documents; excludes the site's own pages. */
export const documentKindNames = { pdf: kindNames.pdf, text: kindNames.text, url: kindNames.url }

export const rereadIntervals = ['day', 'week'] as const

export const MAX_TITLE = 200
export const MAX_TEXT = 200_000
export const MAX_PDF_BYTES = 10_485_760

export function parseTitle(typed: string): string {
  const title = readableLine(visibleText(typed))
  if (title === null) throw new FieldErrors({ title: errors.unreadable })
  if (title === '') throw new FieldErrors({ title: errors.titleMissing })
  if (title.length > MAX_TITLE)
    throw new FieldErrors({ title: fill(errors.titleTooLong, { max: MAX_TITLE }) })
  return title
}

export function parseText(typed: string): string {
  const text = readableText(typed)?.trim()
  if (text === undefined) throw new FieldErrors({ text: errors.unreadable })
  if (text === '') throw new FieldErrors({ text: errors.textMissing })
  if (text.length > MAX_TEXT) throw new FieldErrors({ text: fill(errors.textTooLong, { max: MAX_TEXT }) })
  return text
}

export function itemSubject({ id, title }: { id: string; title: string }) {
  return { id, title, path: `/admin/knowledge/${id}` }
}

export function itemNotFound(): AppError {
  return new AppError('not-found', errors.notFound)
}

/** The collection of the site's own pages, in which new items are. */
export const SITE_COLLECTION = 'site'
