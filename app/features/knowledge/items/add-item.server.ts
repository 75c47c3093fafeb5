import { defaultLocale, fill } from '#app/lib/messages.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { FieldErrors } from '#app/platform/errors.ts'
import { requireActor } from '#app/platform/require-actor.ts'

import { knowledgeMessages } from '../messages.ts'
import { cleanLine } from '../passages/clean-text.ts'

import { type AddedItem, createItem } from './create-item.server.ts'
import { MAX_PDF_BYTES, MAX_TITLE, parseText, parseTitle } from './knowledge-item.ts'

const { errors } = knowledgeMessages[defaultLocale]

type Placed = {
  /** Id of the collection to add it to; that of the site if it is missing or unknown. */
  collection?: string | undefined
}

function placed({ collection }: Placed): { collections?: string[] } {
  return collection ? { collections: [collection] } : {}
}

export async function addText(ctx: Ctx, input: { title: string; text: string } & Placed): Promise<AddedItem> {
  requireActor(ctx, 'knowledge.write')
  const title = parseTitle(input.title)
  const text = parseText(input.text)
  return createItem(ctx, {
    kind: 'text',
    title,
    source: null,
    sameAs: `${title}\n${text}`,
    ...placed(input),
    bytes: new TextEncoder().encode(text),
  })
}

/** The most characters, because many servers reject longer URLs. */
const MAX_URL = 2000

/** Adds a page, or reads a known one again. Returns null for an empty URL. @throws {FieldErrors} url. */
export async function addUrl(ctx: Ctx, input: { url: string } & Placed): Promise<AddedItem | null> {
  requireActor(ctx, 'knowledge.write')
  const typed = input.url.trim()
  if (typed === '') return null
  const url = URL.parse(typed)
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password || url.href.length > MAX_URL)
    throw new FieldErrors({ url: errors.urlInvalid })
  url.hash = ''
  // Once the page is read, its own title replaces the URL.
  return createItem(ctx, {
    kind: 'url',
    title: url.href,
    source: url.href,
    address: url.href,
    sameAs: url.href,
    ...placed(input),
  })
}

type UploadedPdf = Placed & {
  name: string
  bytes: Uint8Array
  isPublic?: boolean
}

/** Readers look for the header within the first kilobyte (PDF 32000-1, annex H, note 13). */
const HEADER_WITHIN = 1024

/** Equal bytes are one item, and the latest `isPublic` applies. @throws {FieldErrors} file. */
export async function addPdf(ctx: Ctx, input: UploadedPdf): Promise<AddedItem> {
  requireActor(ctx, 'knowledge.write')
  const name = cleanLine(input.name.replace(/^.*[/\\]/, ''), MAX_TITLE) || 'document.pdf'
  if (input.bytes.byteLength > MAX_PDF_BYTES)
    throw new FieldErrors({ file: fill(errors.fileTooLarge, { name }) })
  if (!isPdf(input.bytes)) throw new FieldErrors({ file: fill(errors.notPdf, { name }) })
  return createItem(ctx, {
    kind: 'pdf',
    title: name.replace(/\.pdf$/i, '') || name,
    source: name,
    sameAs: input.bytes,
    bytes: input.bytes,
    isPublic: input.isPublic ?? false,
    ...placed(input),
  })
}

function isPdf(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, HEADER_WITHIN)).includes(
    '%PDF-',
  )
}
