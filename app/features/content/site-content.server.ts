import { isDeepStrictEqual } from 'node:util'

import { contactQuestions } from '#app/features/leads/questions/contact-questions.server.ts'
import { rootOfLanguage } from '#app/lib/languages.ts'
import { builtAt } from '#app/platform/built-at.ts'
import type { Ctx, SiteIdentity, SoftwareFacts } from '#app/platform/context.server.ts'
import { SETTINGS_TOPIC } from '#app/platform/settings/stored-setting.server.ts'
import { RESYNC, type Signals } from '#app/platform/signals/signals.server.ts'
import { readSay, type TextGroup, TEXTS_TOPIC } from '#app/platform/text-translations.server.ts'
import type { Wording } from '#app/platform/wording.ts'

import { buildContent, type ContentInput, type SiteContent, type StoredPage } from './build-content.server.ts'
import { CONTENT_TOPIC } from './announce-content.server.ts'
import { factsOf, ownFacts } from './facts/own-facts.server.ts'
import { withAmountsOf } from './languages/document-places.ts'
import { menusSetting } from './menus/menus.server.ts'
import { mapMenuTexts, starterMenus } from './menus/menus-schema.ts'
import type { PageDocument } from './page-document.ts'
import { type KeptDocuments, listRows, readDocuments, type Versioned } from './read-documents.server.ts'
import { starterPages } from './starter/starter-pages.ts'
import { changesOf, wordingSetting } from './wording/wording-setting.server.ts'

type Stored = Omit<ContentInput, 'translation'> & {
  /** Published versions in other languages, by their language. */
  versions: ReadonlyMap<string, readonly StoredVersion[]>
  software: SoftwareFacts
}

/** Its path is without the prefix of the language. */
type StoredVersion = Pick<StoredPage, 'kind' | 'position' | 'path' | 'document' | 'changedAt'> & {
  sourceId: string
  /** Whether it is public although its source is not. */
  standsAlone: boolean
}

type Kept = {
  reading: Promise<Stored> | null
  /** The result of that read; null until it finishes. */
  current: Stored | null
  /** The last result, which is served while the database is unreachable. */
  known: Stored
  /** By language. */
  built: Map<string, { of: Stored; site: SiteIdentity; content: SiteContent }>
  building: Map<string, { of: Stored; site: SiteIdentity; content: Promise<SiteContent> }>
  /** Published documents by page id, so that unchanged ones are neither read nor parsed again. */
  documents: KeptDocuments
}

const starter: Stored = {
  pages: starterPages.map((page) => ({ ...page, changedAt: builtAt })),
  facts: factsOf([]),
  menus: starterMenus,
  changes: {},
  questions: [],
  formerPaths: new Map(),
  versions: new Map(),
  software: () => ({}),
}

function createKept(signals: Signals): Kept {
  const kept: Kept = {
    reading: null,
    current: null,
    known: starter,
    built: new Map(),
    building: new Map(),
    documents: new Map(),
  }
  const forget = () => {
    kept.reading = null
    kept.current = null
  }
  for (const topic of [CONTENT_TOPIC, TEXTS_TOPIC, RESYNC]) signals.subscribe(topic, forget)
  // The facts of the software depend on the settings of many features.
  signals.subscribe(SETTINGS_TOPIC, forget)
  return kept
}

/** Returns what visitors see of the owner's content, from memory until it changes. */
export async function readContent(ctx: Ctx): Promise<SiteContent> {
  const [stored, site] = await Promise.all([readStored(ctx), ctx.site(ctx)])
  return built(ctx, stored, site)
}

/** Returns the data that the content of the context's language is built from. */
export async function readContentInput(ctx: Ctx): Promise<ContentInput> {
  const [stored, site] = await Promise.all([readStored(ctx), ctx.site(ctx)])
  return inLanguage(ctx, stored, site)
}

/** Returns the pages and versions of all languages that content is built from. */
export async function readStored(ctx: Ctx): Promise<Stored> {
  const kept = ctx.state.of(createKept)
  if (kept.current) return kept.current
  // A transaction must not wait for a shared read: on a single connection, that read waits for the transaction.
  const mine = ctx.db.isTransaction ? null : (kept.reading ??= findStored(ctx))
  try {
    const found = await (mine ?? findStored(ctx))
    if (mine && kept.reading === mine) {
      kept.current = found
      kept.known = found
    }
    return found
  } catch (error) {
    if (mine && kept.reading === mine) kept.reading = null
    if (ctx.db.isTransaction) throw error
    ctx.log.warn({ error }, 'content.unreachable')
    return kept.known
  }
}

async function built(ctx: Ctx, stored: Stored, site: SiteIdentity): Promise<SiteContent> {
  const kept = ctx.state.of(createKept)
  // Not cached: what a transaction read may be rolled back, and other data may be out of date.
  const build = async () => buildContent(await inLanguage(ctx, stored, site), site, ctx.log)
  if (stored !== kept.known) return build()
  const isOf = (each?: { of: Stored; site: SiteIdentity }) => each?.of === stored && each.site === site
  const before = kept.built.get(site.language)
  if (before && isOf(before)) return before.content
  const begun = kept.building.get(site.language)
  const building = begun && isOf(begun) ? begun : { of: stored, site, content: build() }
  kept.building.set(site.language, building)
  const content = await building.content
  if (kept.building.get(site.language) === building) {
    // The latest is last, because the main language may change.
    kept.built.delete(site.language)
    kept.built.set(site.language, { of: stored, site, content })
  }
  return content
}

/** In a transaction it uses the cached wording, because reading all content for one sentence would take too long. */
export async function readWording(ctx: Ctx): Promise<Wording> {
  if (ctx.db.isTransaction) {
    const kept = ctx.state.of(createKept)
    const { language } = await ctx.site(ctx)
    const before = kept.built.get(language)
    if (before && before.of === kept.current) return before.content.wording
  }
  return (await readContent(ctx)).wording
}

/** Returns the content that this instance built last, for callers that cannot wait; null before the first. */
export function knownContent(ctx: Ctx): SiteContent | null {
  const kept = ctx.state.of(createKept)
  const isMain = ({ site }: { site: SiteIdentity }) => site.language === site.mainLanguage
  const known =
    ctx.language === null ? [...kept.built.values()].findLast(isMain) : kept.built.get(ctx.language)
  return known?.content ?? null
}

export async function readServiceNames(ctx: Ctx): Promise<ReadonlyMap<string, string>> {
  return serviceNamesOf((await readContent(ctx)).services)
}

export function serviceNamesOf(services: SiteContent['services']): ReadonlyMap<string, string> {
  return new Map(services.map(({ id, name }) => [id, name]))
}

/** Returns the names of the services by id, and their ids by path; none before content is built. */
export function siteServicesOf(content: SiteContent | null) {
  const services = content ? content.services : []
  return { names: serviceNamesOf(services), pages: new Map(services.map(({ id, path }) => [path, id])) }
}

async function findStored(ctx: Ctx): Promise<Stored> {
  const [rows, addresses, facts, ofSoftware, menus, wording, questions] = await Promise.all([
    listRows(ctx),
    ctx.db
      .selectFrom('page_address')
      .innerJoin('page', 'page.id', 'page_address.page_id')
      .select(['page_address.path as former', 'page.path as path'])
      .where('published', 'is not', null)
      .where('deleted_at', 'is', null)
      .execute(),
    ownFacts.read(ctx),
    ctx.softwareFacts(ctx),
    menusSetting.read(ctx),
    wordingSetting.read(ctx),
    contactQuestions.read(ctx),
  ])
  const shown = rows.filter((row) => row.is_published === 1 && row.deleted_at === null)
  const documents = await readKeptDocuments(ctx, shown)
  const pages = shown.flatMap(({ id, kind, path, position, language, published_at }) => {
    const document = documents.get(id)
    if (!document || path === null || language !== null) return []
    return [{ id, kind, path, position, document, changedAt: published_at ?? builtAt }]
  })
  const versions = shown.flatMap((row) => {
    const { id, kind, position, path, language, source_id: sourceId } = row
    const document = documents.get(id)
    if (!document || path === null || language === null || sourceId === null) return []
    const own = path.slice(rootOfLanguage(language).length) || '/'
    const standsAlone = row.stands_alone === 1
    const changedAt = row.published_at ?? builtAt
    return [{ language, sourceId, kind, position, path: own, document, changedAt, standsAlone }]
  })
  const edited = new Set(rows.flatMap(({ id, language }) => (language === null ? [id] : [])))
  return {
    pages: [...starter.pages.filter(({ id }) => !edited.has(id)), ...pages],
    facts: factsOf(facts),
    software: ofSoftware,
    menus,
    changes: changesOf(wording),
    questions: questions.asked,
    versions: Map.groupBy(versions, ({ language }) => language),
    formerPaths: new Map(addresses.flatMap(({ former, path }) => (path === null ? [] : [[former, path]]))),
  }
}

/** Returns what the content of the site's language is built from. */
async function inLanguage(ctx: Ctx, stored: Stored, site: SiteIdentity): Promise<ContentInput> {
  const [translation, say] = await Promise.all([ctx.translation(site.language), readSay(ctx)])
  const ofSoftware = stored.software(translation, site.language)
  if (site.language === site.mainLanguage)
    return { ...stored, translation, facts: { ...stored.facts, ...ofSoftware } }
  const { facts, menus, changes, questions } = stored
  const said = (group: TextGroup, texts: Readonly<Record<string, string>>) =>
    Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, say(group, text)]))
  // The product's own words are in the language already, so only translations of the owner's words replace them.
  const worded = Object.entries(said('wording', changes)).filter(([key, text]) => text !== changes[key])
  return {
    ...stored,
    translation,
    pages: pagesIn(stored, site),
    facts: { ...said('facts', facts), ...ofSoftware },
    menus: mapMenuTexts(menus, (text) => say('menus', text)),
    changes: Object.fromEntries(worded),
    questions: questions.map((question) => ({
      ...question,
      text: say('questions', question.text),
      help: say('questions', question.help),
      choices: question.choices.map((choice) => say('questions', choice)),
    })),
  }
}

/** By the version's document, which stays the same object while it is unchanged. */
const inLanguages = new WeakMap<PageDocument, StoredPage>()

/**
 * Returns the pages that exist in the site's language, unchanged ones as the same objects. A service's amounts and its
 * icon are those of its main page.
 */
function pagesIn(
  { pages, versions }: Stored,
  { language, mainLanguage }: SiteIdentity,
): readonly StoredPage[] {
  if (language === mainLanguage) return pages
  const sources = new Map(pages.map((page) => [page.id, page]))
  const own = versions.get(language)
  if (!own) return []
  return own.flatMap((version) => {
    const { sourceId: id, kind, position, path, document, changedAt, standsAlone } = version
    const source = sources.get(id)
    if (!source && !standsAlone) return []
    const page = {
      ...(source ?? { id, kind, position }),
      path,
      document: source ? withAmountsOf(document, source.document) : document,
      changedAt,
    }
    const before = inLanguages.get(document)
    if (before && isDeepStrictEqual(before, page)) return [before]
    inLanguages.set(document, page)
    return [page]
  })
}

async function readKeptDocuments(ctx: Ctx, rows: readonly Versioned[]): Promise<Map<string, PageDocument>> {
  const kept = ctx.state.of(createKept)
  const found = await readDocuments(ctx, rows, kept.documents)
  // What a transaction read may be rolled back.
  if (!ctx.db.isTransaction) kept.documents = found
  return new Map([...found].map(([id, { document }]) => [id, document]))
}
