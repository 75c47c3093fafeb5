import { builtAt } from '#app/platform/built-at.ts'
import type { Ctx, SiteIdentity } from '#app/platform/context.server.ts'
import { SETTINGS_TOPIC } from '#app/platform/settings/stored-setting.server.ts'
import { RESYNC, type Signals } from '#app/platform/signals/signals.server.ts'
import { createTurns } from '#app/platform/take-turns.server.ts'
import type { Wording } from '#app/platform/wording.ts'

import { buildContent, type ContentInput, type SiteContent, type StoredPage } from './build-content.server.ts'
import { CONTENT_TOPIC } from './announce-content.server.ts'
import { factsOf, ownFacts } from './facts/own-facts.server.ts'
import { menusSetting } from './menus/menus.server.ts'
import { starterMenus } from './menus/menus-schema.ts'
import { type PageDocument, readDocument } from './page-document.ts'
import { starterPages } from './starter/starter-pages.ts'
import { changesOf, wordingSetting } from './wording/wording-setting.server.ts'

type Stored = ContentInput

type Kept = {
  reading: Promise<Stored> | null
  /** What that reading found, once it has. */
  current: Stored | null
  /** What served last; while the database is away it goes on to serve. */
  known: Stored
  built: { of: Stored; site: SiteIdentity; content: SiteContent } | null
  building: { of: Stored; site: SiteIdentity; content: Promise<SiteContent> } | null
  /** Published documents by their pages' ids, so that one that did not change is not parsed again. */
  documents: Map<string, { json: string; document: PageDocument }>
}

const starter: Stored = {
  pages: starterPages.map((page) => ({ ...page, changedAt: builtAt })),
  facts: factsOf([]),
  menus: starterMenus,
  changes: {},
  formerPaths: new Map(),
}

function createKept(signals: Signals): Kept {
  const kept: Kept = {
    reading: null,
    current: null,
    known: starter,
    built: null,
    building: null,
    documents: new Map(),
  }
  const forget = () => {
    kept.reading = null
    kept.current = null
  }
  for (const topic of [CONTENT_TOPIC, RESYNC]) signals.subscribe(topic, forget)
  // The facts of the software follow the settings of many features.
  signals.subscribe(SETTINGS_TOPIC, forget)
  return kept
}

/** What visitors see of the owner's content: read once, and kept in memory until it changes. */
export async function readContent(ctx: Ctx): Promise<SiteContent> {
  const [stored, site] = await Promise.all([readStored(ctx), ctx.site(ctx)])
  return built(ctx, stored, site)
}

/** What content is built of. */
export async function readStored(ctx: Ctx): Promise<Stored> {
  const kept = ctx.state.of(createKept)
  if (kept.current) return kept.current
  // A transaction never waits for a reading of others: on one connection that would wait for the transaction to end.
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
  // What a transaction reads may yet be undone, and what was read before a change is out of date.
  if (stored !== kept.known) return buildContent(stored, site, ctx.log)
  if (kept.built?.of === stored && kept.built.site === site) return kept.built.content
  if (kept.building?.of !== stored || kept.building.site !== site)
    kept.building = { of: stored, site, content: buildContent(stored, site, ctx.log) }
  const { building } = kept
  const content = await building.content
  if (kept.building === building) kept.built = { of: stored, site, content }
  return content
}

/** Within a transaction what is kept serves, because reading all content for a sentence would take too long. */
export async function readWording(ctx: Ctx): Promise<Wording> {
  const kept = ctx.state.of(createKept)
  if (ctx.db.isTransaction && kept.built?.of === kept.current && kept.built) return kept.built.content.wording
  return (await readContent(ctx)).wording
}

/** What this instance showed last, for those who cannot wait; null before anything was shown. */
export function knownContent(ctx: Ctx): SiteContent | null {
  return ctx.state.of(createKept).built?.content ?? null
}

export async function readServiceNames(ctx: Ctx): Promise<ReadonlyMap<string, string>> {
  return serviceNamesOf((await readContent(ctx)).services)
}

/** Everything that is sold, by its id. */
export function serviceNamesOf(services: SiteContent['services']): ReadonlyMap<string, string> {
  return new Map(services.map(({ id, name }) => [id, name]))
}

async function findStored(ctx: Ctx): Promise<Stored> {
  const [rows, addresses, facts, ofSoftware, menus, wording] = await Promise.all([
    ctx.db
      .selectFrom('page')
      .select(['id', 'kind', 'path', 'position', 'published', 'published_at', 'deleted_at'])
      .execute(),
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
  ])
  const edited = new Set(rows.map(({ id }) => id))
  const { documents } = ctx.state.of(createKept)
  const takeTurns = createTurns()
  const pages: StoredPage[] = []
  for (const { published, deleted_at, published_at, path, ...row } of rows) {
    if (published === null || deleted_at !== null || path === null) continue
    const document = documentOf(documents, row.id, published)
    if (document) pages.push({ ...row, path, document, changedAt: published_at ?? builtAt })
    else ctx.log.error({ page: row.id }, 'content.page_left_out')
    await takeTurns()
  }
  for (const id of documents.keys()) if (!edited.has(id)) documents.delete(id)
  return {
    pages: [...starter.pages.filter(({ id }) => !edited.has(id)), ...pages],
    facts: { ...factsOf(facts), ...ofSoftware },
    menus,
    changes: changesOf(wording),
    formerPaths: new Map(addresses.flatMap(({ former, path }) => (path === null ? [] : [[former, path]]))),
  }
}

function documentOf(documents: Kept['documents'], id: string, json: string): PageDocument | null {
  const known = documents.get(id)
  if (known?.json === json) return known.document
  const document = readDocument(json)
  if (document) documents.set(id, { json, document })
  return document
}
