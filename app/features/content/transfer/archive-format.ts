import { z } from 'zod'

import type { ExportedSetting } from '#app/platform/settings/exported-settings.server.ts'

import type { PageDocument } from '../page-document.ts'
import { pageKinds } from '../page-kinds.ts'

export const FORMAT = 'foyer-content'
export const FORMAT_VERSION = 1

export const manifestSchema = z.strictObject({
  format: z.literal(FORMAT, 'This is not an export of a site’s content.'),
  version: z
    .number()
    .int()
    .min(1)
    .max(FORMAT_VERSION, 'This export was made by a newer version. Please update first.'),
})

/** A page's file, which is named after the page's id. */
export const pageFileSchema = z.strictObject({
  kind: z.enum(pageKinds, 'There is no such kind of page.'),
  path: z.string('Please give the page’s path.').max(200),
  position: z.number('Please give the page’s position.').int().min(0).max(1_000_000),
  isPublished: z.boolean('Please say whether the page is published: true or false.'),
  /** The published document; the draft if the page is not published. */
  document: z.record(z.string(), z.unknown(), 'Please give the page’s document.'),
})
export type PageFile = z.output<typeof pageFileSchema>

/** Former paths, and the ids of the pages that they redirect to. */
export const redirectsSchema = z.record(z.string().max(200), z.string().max(120))

/** Reference to a text in a separate file. */
export const markdownRefSchema = z.strictObject({ markdown: z.string() })

export type Archive = { values: Map<string, unknown>; pictures: Map<string, Uint8Array> }

export type ArchivedPage = Omit<PageFile, 'document' | 'isPublished'> & {
  id: string
  draft: PageDocument
  published: PageDocument | null
}

export type ImportedSetting = { setting: ExportedSetting; value: unknown }

export type Blame = (file: string, place: string, text: string) => void
