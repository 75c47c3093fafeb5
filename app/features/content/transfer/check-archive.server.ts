import { setImmediate as yieldToOthers } from 'node:timers/promises'

import type { Ctx } from '#app/platform/context.server.ts'
import { FieldErrors } from '#app/platform/errors.ts'
import { actorMay } from '#app/platform/require-actor.ts'
import { exportedSettings, type ExportedSetting } from '#app/platform/settings/exported-settings.server.ts'

import { serviceFactNames } from '../build-content.server.ts'
import { factsOf, ownFacts } from '../facts/own-facts.server.ts'
import { unknownFields } from '../leave-out-empty.ts'
import { faultOfPath } from '../pages/page-path.ts'
import { readContent } from '../site-content.server.ts'

import { type ArchiveFault, kindOfFile, MANIFEST, picturesIn, REDIRECTS } from './archive-files.ts'
import {
  type Archive,
  type ArchivedPage,
  type Blame,
  type ImportedSetting,
  manifestSchema,
  redirectsSchema,
} from './archive-format.ts'
import { NO_FIELD, readArchivedPages, readDocument } from './check-pages.ts'
import { checkSettings } from './check-settings.server.ts'
import { type ArchivedLanguages, readArchivedLanguages } from './language-files.ts'
import { requireFreeRoots } from './check-roots.server.ts'

/** What a validated import will do. */
export type ImportPlan = {
  pages: ArchivedPage[]
  /** Null if the archive has none; the import then keeps the versions that are stored. */
  languages: ArchivedLanguages | null
  redirects: [former: string, pageId: string][]
  settings: ImportedSetting[]
  /** Pictures that are not stored here yet. */
  pictures: { file: string; bytes: Uint8Array }[]
  notes: string[]
}

export async function checkArchive(
  ctx: Ctx,
  archive: Archive,
): Promise<{ plan: ImportPlan } | { faults: ArchiveFault[] }> {
  const faults: ArchiveFault[] = []
  const blame: Blame = (file, place, text) => faults.push({ file, place, text })
  const manifest = manifestSchema.safeParse(archive.values.get(MANIFEST))
  if (!archive.values.has(MANIFEST))
    blame(
      MANIFEST,
      '',
      'This file is missing. Exports of a site’s content have it at the top level, not in a folder.',
    )
  else if (!manifest.success) for (const { message } of manifest.error.issues) blame(MANIFEST, '', message)
  if (faults.length > 0) return { faults }
  const { settings, notes: leftOut } = await readSettings(ctx, archive, blame)
  const imported = settings.find(({ setting }) => setting.key === ownFacts.key)?.value
  const own = imported === undefined ? await ownFacts.read(ctx) : ownFacts.parse(imported)
  const facts = [...(await namesOfOthers(ctx)), ...Object.keys(factsOf(own))]
  const pages = await readArchivedPages(archive, { facts, blame })
  const ofServices = pages.flatMap(({ id, draft, published }) =>
    (published ?? draft).service ? serviceFactNames(id) : [],
  )
  const names = { facts: new Set([...facts, ...ofServices]), pages }
  const notes = [...leftOut, ...(await checkSettings(ctx, settings, names, blame))]
  requireNeeded(pages, blame)
  requireFreePaths(pages, blame)
  const languages = readArchivedLanguages(archive, {
    pages,
    blame,
    readDocument: (file, value) =>
      readDocument(value, names.facts, (place, text) => blame(file, place, text)),
  })
  await requireFreeRoots(ctx, { pages, languages, settings }, blame)
  const redirects = readRedirects(archive, pages, languages, blame)
  const pictures = await findPictures(ctx, archive, blame)
  return faults.length > 0 ? { faults } : { plan: { pages, languages, redirects, settings, pictures, notes } }
}

/** Returns the names that texts may use, without the facts of owner and services, which an import replaces. */
async function namesOfOthers(ctx: Ctx): Promise<string[]> {
  const [{ facts, services }, own] = await Promise.all([readContent(ctx), ownFacts.read(ctx)])
  const replaced = new Set([
    ...own.map(({ name }) => name),
    ...services.flatMap(({ id }) => serviceFactNames(id)),
  ])
  return Object.keys(facts).filter((name) => !replaced.has(name))
}

/** Reads the settings to import. A member imports only those that they may change in the admin; a command imports all. */
async function readSettings(
  ctx: Ctx,
  { values }: Archive,
  blame: Blame,
): Promise<Pick<ImportPlan, 'settings' | 'notes'>> {
  const known = exportedSettings()
  for (const name of values.keys()) {
    const found = kindOfFile(name)
    if (found?.kind === 'setting' && !known.some(({ file }) => file === found.id))
      blame(name, '', 'This version has no such group of settings.')
  }
  const read: ImportPlan['settings'] = []
  const notes: string[] = []
  for (const setting of known) {
    const name = `settings/${setting.file}.json`
    if (!values.has(name)) continue
    for (const place of unknownFields(setting.schema, values.get(name))) blame(name, place, NO_FIELD)
    const parsed = setting.schema.safeParse(await setting.complete(ctx, values.get(name)))
    if (!parsed.success)
      for (const { path, message } of parsed.error.issues) blame(name, path.join('.'), message)
    else if (!ctx.actor || actorMay(ctx.actor, `${setting.area}.write`))
      await accept(ctx, setting, parsed.data, read, (place, text) => blame(name, place, text))
    else if (!(await isUnchanged(ctx, setting, parsed.data)))
      notes.push(`${name} is left out, because only an owner may change these settings.`)
  }
  return { settings: read, notes }
}

async function isUnchanged(ctx: Ctx, setting: ExportedSetting, parsed: unknown): Promise<boolean> {
  const stored = setting.schema.parse(await setting.complete(ctx, await setting.read(ctx)))
  return JSON.stringify(stored) === JSON.stringify(parsed)
}

async function accept(
  ctx: Ctx,
  setting: ExportedSetting,
  parsed: unknown,
  read: ImportPlan['settings'],
  blame: (place: string, text: string) => void,
): Promise<void> {
  try {
    read.push({ setting, value: await setting.accept(ctx, parsed) })
  } catch (error) {
    if (!(error instanceof FieldErrors)) throw error
    for (const [place, text] of Object.entries(error.fields)) blame(place, text)
  }
}

const needed = { home: '/', contact: '/contact' } as const

/** Reports an error unless the archive has the home and contact pages. */
function requireNeeded(pages: readonly ArchivedPage[], blame: Blame): void {
  for (const [id, path] of Object.entries(needed)) {
    const file = `pages/${id}.json`
    const page = pages.find((each) => each.id === id)
    if (!page) blame(file, '', 'This page is required, but it is missing.')
    else if (page.path !== path) blame(file, 'path', `This page is required at ${path}.`)
    else if (page.published === null)
      blame(file, 'isPublished', 'This page is required and must be published.')
  }
}

function requireFreePaths(pages: readonly ArchivedPage[], blame: Blame): void {
  const owners = new Map<string, string>()
  for (const { id, path } of pages) {
    const file = `pages/${id}.json`
    const fault = faultOfPath(path)
    const other = owners.get(path)
    if (fault) blame(file, 'path', fault)
    else if (other !== undefined) blame(file, 'path', `The page ${other} also has this address.`)
    else owners.set(path, id)
  }
}

function readRedirects(
  { values }: Archive,
  pages: readonly ArchivedPage[],
  languages: ArchivedLanguages | null,
  blame: Blame,
): ImportPlan['redirects'] {
  const parsed = redirectsSchema.safeParse(values.get(REDIRECTS) ?? {})
  if (!parsed.success) {
    blame(REDIRECTS, '', 'This file must name former addresses, each with the id of a page.')
    return []
  }
  const ids = new Set(pages.map(({ id }) => id))
  const versions = new Map(languages?.versions.map((version) => [version.id, version]))
  // The address of a page that is only a draft may lead to its version in another language.
  const shown = [...pages, ...versions.values()].filter(({ published }) => published !== null)
  const taken = new Set(shown.map(({ path }) => path))
  // Without its languages, an archive cannot redirect to their versions.
  const redirects = Object.entries(parsed.data).filter(([, id]) => languages || !id.includes('.'))
  for (const [former, id] of redirects) {
    if (versions.has(id)) continue
    const fault = faultOfPath(former)
    if (fault) blame(REDIRECTS, former, fault)
    if (taken.has(former)) blame(REDIRECTS, former, 'A page has this address now.')
    if (!ids.has(id)) blame(REDIRECTS, former, `There is no page ${id} in this export.`)
  }
  return redirects
}

/** Finds new pictures in the archive. Each picture that pages or settings refer to must be there or stored here. */
async function findPictures(
  ctx: Ctx,
  { values, pictures }: Archive,
  blame: Blame,
): Promise<ImportPlan['pictures']> {
  const found = new Map<string, ImportPlan['pictures'][number]>()
  for (const [name, value] of values) {
    await yieldToOthers()
    for (const { file, stored } of picturesIn(JSON.stringify(value))) {
      if (found.has(file) || (await ctx.files.get(stored)) !== null) continue
      const bytes = pictures.get(file)
      if (bytes) found.set(file, { file, bytes })
      else blame(name, '', `The picture ${file} is neither in this export nor here.`)
    }
  }
  return [...found.values()]
}
