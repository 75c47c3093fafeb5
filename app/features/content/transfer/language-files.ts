import { z } from 'zod'

import { readLanguage, rootOfLanguage } from '#app/lib/languages.ts'
import { textGroups } from '#app/platform/text-translations.server.ts'

import { type PageDocument, pageDocumentSchema } from '../page-document.ts'

import { kindOfFile } from './archive-files.ts'
import type { Archive, ArchivedPage, Blame } from './archive-format.ts'

const document = z.record(z.string(), z.unknown(), 'Please give the version’s document.')

/** A page's version in another language. The file is named after the language and the page. */
export const versionFileSchema = z.strictObject({
  language: z
    .string()
    .refine((tag) => readLanguage(tag) === tag, 'There is no such language, or it is written differently.'),
  path: z
    .string()
    .regex(/^(?:\/[a-z0-9]+(?:-[a-z0-9]+)*)+$/, 'Please give the version’s path.')
    .max(200),
  isPublished: z.boolean('Please say whether the version is published: true or false.'),
  /** Whether it is public although its page in the main language is not. */
  standsAlone: z.boolean('Please say true or false.').default(false),
  /** The published document; the draft if the version is not published. */
  document,
  /** The draft, if it differs. */
  draft: document.optional(),
  /** The document of the main language that it was translated from. */
  source: document.nullable().default(null),
})
export type VersionFile = z.input<typeof versionFileSchema>

/** The translations of the owner's short texts into a language. */
export const translationsFileSchema = z.strictObject({
  language: versionFileSchema.shape.language,
  texts: z
    .array(
      z.strictObject({
        key: z
          .string()
          .max(60)
          .regex(new RegExp(`^(?:${textGroups.join('|')}):`), 'There is no such text.'),
        source: z.string().max(5000),
        draft: z.string().max(5000),
        /** Null until it is published. */
        published: z.string('Please give the published text, or null.').max(5000).nullable(),
      }),
    )
    .max(20_000),
})
export type TranslationsFile = z.output<typeof translationsFileSchema>

export type ArchivedVersion = {
  id: string
  sourceId: string
  language: string
  path: string
  standsAlone: boolean
  draft: PageDocument
  published: PageDocument | null
  source: PageDocument | null
}

/** What an archive holds of other languages; null if it was made before sites had several. */
export type ArchivedLanguages = { versions: ArchivedVersion[]; translations: TranslationsFile[] }

type Around = {
  pages: readonly ArchivedPage[]
  blame: Blame
  /** Reads a document as those of pages, and blames what is wrong. */
  readDocument: (file: string, value: unknown) => PageDocument | null
}

/** Reads the versions and translations of an archive. Faulty ones are reported and left out. */
export function readArchivedLanguages(
  { values }: Archive,
  { pages, blame, readDocument }: Around,
): ArchivedLanguages | null {
  const ids = new Set(pages.map(({ id }) => id))
  const owners = new Map(pages.map(({ id, path }) => [path, id]))
  const found: ArchivedLanguages = { versions: [], translations: [] }
  let isThere = values.has('settings/language.json')
  for (const [name, value] of values) {
    const kind = kindOfFile(name)
    if (kind?.kind === 'translations') {
      isThere = true
      const parsed = readFile(translationsFileSchema, name, value, blame)
      if (parsed) found.translations.push(parsed)
    }
    if (kind?.kind !== 'version') continue
    isThere = true
    const file = readFile(versionFileSchema, name, value, blame)
    if (!file) continue
    const [folder = '', sourceId = ''] = kind.id.split('/')
    const root = rootOfLanguage(file.language)
    const other = owners.get(file.path)
    if (`/${folder}` !== root) blame(name, 'language', 'The folder has the name of another language.')
    else if (!ids.has(sourceId)) blame(name, '', `There is no page ${sourceId} in this export.`)
    else if (file.path !== root && !file.path.startsWith(`${root}/`))
      blame(name, 'path', `Addresses in this language begin with ${root}.`)
    else if (other !== undefined) blame(name, 'path', `The page ${other} also has this address.`)
    else {
      owners.set(file.path, kind.id)
      const shown = readDocument(name, file.document)
      const draft = file.draft === undefined ? shown : readDocument(name, file.draft)
      if (!shown || !draft) continue
      found.versions.push({
        id: `${sourceId}.${folder}`,
        sourceId,
        language: file.language,
        path: file.path,
        standsAlone: file.standsAlone,
        draft,
        published: file.isPublished ? shown : null,
        source: pageDocumentSchema.safeParse(file.source).data ?? null,
      })
    }
  }
  return isThere ? found : null
}

function readFile<Schema extends z.ZodType>(
  schema: Schema,
  name: string,
  value: unknown,
  blame: Blame,
): z.output<Schema> | null {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  for (const { path, message } of parsed.error.issues) blame(name, path.join('.'), message)
  return null
}
