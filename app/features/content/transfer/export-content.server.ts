import { setImmediate as yieldToOthers } from 'node:timers/promises'

import type { Zip } from 'fflate'

import { recordChange } from '#app/platform/audit/record-change.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { requireActor } from '#app/platform/require-actor.ts'
import { exportedSettings } from '#app/platform/settings/exported-settings.server.ts'

import { type EditedPage, listStoredPages } from '../pages/stored-page.server.ts'

import { MANIFEST, picturesIn, REDIRECTS } from './archive-files.ts'
import { FORMAT, FORMAT_VERSION, type PageFile } from './archive-format.ts'
import { canonicalDocument, isSameDocument, withoutMarkdown } from './canonical-document.ts'
import { addLanguages } from './transfer-languages.server.ts'

/** Bytes packed before other requests get their turn. */
const STRETCH = 64 * 1024

/** The earliest date of the zip format, in any time zone, so that the same content gives the same bytes. */
const NO_TIME = new Date(1980, 0, 1)

export type ContentExport = {
  zip: ReadableStream<Uint8Array>
  pages: number
  /** Pictures that pages refer to but that are not stored here. */
  missing: string[]
}

/** Returns the site's content as a zip, for the owner. @throws {AppError} unauthenticated without the owner. */
export async function exportContent(ctx: Ctx): Promise<ContentExport> {
  requireActor(ctx, 'content.read')
  await withTransaction(ctx, (ctx) => recordChange(ctx, { what: 'content.exported' }))
  return packContent(ctx)
}

export async function packContent(ctx: Ctx): Promise<ContentExport> {
  const { texts, pages } = await readTexts(ctx)
  const pictures = new Map([...texts.values()].flatMap(picturesIn).map(({ file, stored }) => [file, stored]))
  const missing: string[] = []
  for (const [file, stored] of pictures)
    if ((await ctx.files.get(stored)) === null) {
      missing.push(file)
      pictures.delete(file)
    }
  const names = [...texts.keys(), ...pictures.keys()].toSorted()
  const zip = await packZip(names, async (name) => {
    const stored = pictures.get(name)
    return stored === undefined ? new TextEncoder().encode(texts.get(name)) : ctx.files.get(stored)
  })
  return { zip, pages, missing }
}

async function readTexts(ctx: Ctx): Promise<{ texts: Map<string, string>; pages: number }> {
  const texts = new Map<string, string>()
  const add = (name: string, value: unknown) => texts.set(name, `${JSON.stringify(value, null, 2)}\n`)
  add(MANIFEST, { format: FORMAT, version: FORMAT_VERSION })
  const pages = await listStoredPages(ctx)
  for (const page of pages) {
    await yieldToOthers()
    addPage(page, add, texts)
  }
  await addLanguages(ctx, add)
  add(REDIRECTS, await readRedirects(ctx))
  for (const setting of exportedSettings()) add(`settings/${setting.file}.json`, await setting.read(ctx))
  return { texts, pages: pages.length }
}

type Add = (name: string, value: unknown) => void

function addPage(page: EditedPage, add: Add, texts: Map<string, string>): void {
  const { id, kind, path, position, draft, published } = page
  const lay = (folder: string, whole: EditedPage['draft']) => {
    const { document, files } = withoutMarkdown(canonicalDocument(whole), `${folder}/${id}`)
    for (const { name, text } of files) texts.set(name, text)
    return document
  }
  const document = lay('pages', published ?? draft)
  const file: PageFile = { kind, path, position, isPublished: published !== null, document }
  add(`pages/${id}.json`, file)
  if (published !== null && !isSameDocument(published, draft)) add(`drafts/${id}.json`, lay('drafts', draft))
}

async function readRedirects(ctx: Ctx): Promise<Record<string, string>> {
  const rows = await ctx.db
    .selectFrom('page_address')
    .innerJoin('page', 'page.id', 'page_address.page_id')
    .select(['page_address.path as former', 'page_id'])
    .where('deleted_at', 'is', null)
    .execute()
  const sorted = rows.toSorted((one, other) => (one.former < other.former ? -1 : 1))
  return Object.fromEntries(sorted.map(({ former, page_id }) => [former, page_id]))
}

type ReadFile = (name: string) => Promise<Uint8Array | null>

/** Packs each file once the client has taken the one before. Pictures are not compressed again. */
async function packZip(names: readonly string[], read: ReadFile): Promise<ReadableStream<Uint8Array>> {
  const { Zip, ZipDeflate, ZipPassThrough } = await import('fflate')
  const waiting = [...names]
  let zip: Zip
  return new ReadableStream({
    start(controller) {
      zip = new Zip((error, chunk, isLast) => {
        if (error) return controller.error(error)
        controller.enqueue(chunk)
        if (isLast) controller.close()
      })
    },
    async pull() {
      const name = waiting.shift()
      if (name === undefined) return zip.end()
      // A picture that was deleted meanwhile is packed as an empty file, which its import reports.
      const bytes = (await read(name)) ?? new Uint8Array()
      const isPicture = name.startsWith('images/')
      const file = isPicture ? new ZipPassThrough(name) : new ZipDeflate(name, { level: 6 })
      file.mtime = NO_TIME
      zip.add(file)
      for (let at = 0; at === 0 || at < bytes.length; at += STRETCH) {
        file.push(bytes.subarray(at, at + STRETCH), at + STRETCH >= bytes.length)
        await yieldToOthers()
      }
    },
  })
}
