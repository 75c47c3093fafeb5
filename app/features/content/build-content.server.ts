import { defaultLocale } from '#app/lib/messages.ts'
import { formatMoney } from '#app/lib/money.ts'
import type { SiteIdentity } from '#app/platform/context.server.ts'
import type { Log } from '#app/platform/log.server.ts'
import type { Wording } from '#app/platform/wording.ts'

import type { Around } from './around.tsx'
import type { AnyBlockType } from './define-block.ts'
import { type Facts, fillAllFacts, fillFacts } from './facts/fill-facts.ts'
import { leaveOutEmpty } from './leave-out-empty.ts'
import type { StoredMenus } from './menus/menus-schema.ts'
import { menusTexts } from './menus/messages.ts'
import { type ShownMenus, shownMenus } from './menus/shown-menus.ts'
import type { PageDocument } from './page-document.ts'
import { pageStructuredData } from './page-structured-data.ts'
import { type PageBlock, parseBlock } from './parse-block.ts'
import { contactPath, priceText, type Service } from './services.ts'
import { type Changes, makeWording } from './wording/make-wording.ts'

/** A page as it is stored, published or a draft. */
export type StoredPage = Pick<Around, 'id' | 'kind' | 'path'> & {
  position: number
  document: PageDocument
  /** Milliseconds UTC. */
  changedAt: number
}

/** A page as it is shown, with its facts filled in. */
export type ContentPage = {
  around: Around
  title: string
  description: string
  /** On share images and in lists for assistants. */
  shareTitle: string
  noindex: boolean
  blocks: readonly PageBlock[]
  jsonLd: readonly object[]
  changedAt: number
}

/** What a page's texts become before what is empty is left out. */
export type Dress = (
  blockType: AnyBlockType,
  stored: PageBlock,
  filled: PageBlock['props'],
) => PageBlock['props']

export type SiteContent = {
  /** By path, in the order of their positions. */
  pages: ReadonlyMap<string, ContentPage>
  services: readonly Service[]
  menus: ShownMenus
  wording: Wording
  facts: Facts
  /** Former paths to where their pages stand now. */
  formerPaths: ReadonlyMap<string, string>
}

export type ContentInput = {
  pages: readonly StoredPage[]
  facts: Facts
  menus: StoredMenus
  changes: Changes
  formerPaths: ReadonlyMap<string, string>
}

/** Parses, fills and lists everything that visitors see of the owner's content. */
export function buildContent(input: ContentInput, site: SiteIdentity, log: Log): SiteContent {
  const { sorted, listed, facts } = listContent(input, site)
  const filled = sorted.map((page) => fillPage(page, { facts, listed, site, log }))
  const services = listed.map((service) => ({
    ...service,
    plans: plansOf(filled.find(({ id }) => id === service.id)),
  }))
  const shown = filled.filter(({ id }) => services.find((service) => service.id === id)?.hasPage !== false)
  const wording = makeWording({
    changes: input.changes,
    facts,
    pages: shown.map(({ id, path, document }) => ({ id, path, name: document.name })),
  })
  const names = new Map(shown.map(({ path, document }) => [path, document.name]))
  return {
    pages: new Map(shown.map((page) => [page.path, toContentPage(page, { services, names, site, facts })])),
    services,
    menus: shownMenus(input.menus, { pages: shown, services, facts, words: wording.texts(menusTexts) }),
    wording,
    facts,
    formerPaths: input.formerPaths,
  }
}

/** One page in the place of its stored one, and no other: what is listed on it is as if it were published. */
export function buildPage(
  draft: StoredPage,
  { pages, facts: own }: Pick<ContentInput, 'pages' | 'facts'>,
  { site, log, dress }: { site: SiteIdentity; log: Pick<Log, 'error'>; dress?: Dress | undefined },
): ContentPage {
  const others = pages.filter(({ id }) => id !== draft.id)
  const { sorted, listed, facts } = listContent({ pages: [...others, draft], facts: own }, site)
  const filled = fillPage(draft, { facts, listed, site, log, dress })
  const names = new Map(sorted.map(({ path, document }) => [path, fillFacts(document.name, facts)]))
  const page = toContentPage(filled, { services: listed, names, site, facts })
  return { ...page, around: { ...page.around, services: listed } }
}

/** Pages and services in their order, and every fact that texts may name. */
function listContent({ pages, facts: own }: Pick<ContentInput, 'pages' | 'facts'>, site: SiteIdentity) {
  const facts: Facts = { ...own, siteName: site.siteName, contactEmail: site.contactEmail }
  const sorted = pages.toSorted((one, other) => one.position - other.position)
  const listed = sorted.flatMap((page) => toService(page, facts) ?? [])
  const services = new Intl.ListFormat(defaultLocale).format(listed.map(({ name }) => name))
  const ofServices = listed.map((service) => serviceFacts(service, service.id))
  return { sorted, listed, facts: Object.assign(facts, { services }, ...ofServices) as Facts }
}

function toService({ id, path, document }: StoredPage, facts: Facts): Service | null {
  if (!document.service) return null
  const service = fillAllFacts(document.service, facts)
  const { menuText, summary, bestFor, timeline, currency, icon, demo, action } = service
  return {
    id,
    path: service.isContactOnly ? contactPath(id) : path,
    hasPage: !service.isContactOnly,
    name: fillFacts(document.name, facts),
    price: priceText(service),
    priceFrom: service.priceFrom ?? null,
    priceTo: service.priceTo ?? null,
    plans: [],
    menuText,
    summary,
    bestFor,
    timeline,
    currency,
    icon,
    demo,
    action,
  }
}

/** What texts may name of a service: `{service.timeline}` on its own page, elsewhere with its id. */
export function serviceFacts(service: Service, prefix: string): Facts {
  const money = (sum: number | null) =>
    sum === null ? '' : formatMoney(sum, service.currency, defaultLocale)
  const { name, summary, bestFor, timeline, price } = service
  const said = { name, summary, bestFor, timeline, price }
  const values = { ...said, priceFrom: money(service.priceFrom), priceTo: money(service.priceTo) }
  return Object.fromEntries(serviceFactKeys.map((key) => [`${prefix}.${key}`, values[key]]))
}

const serviceFactKeys = ['name', 'summary', 'bestFor', 'timeline', 'price', 'priceFrom', 'priceTo'] as const

/** The names of what texts may say of the service with this id. */
export function serviceFactNames(id: string): string[] {
  return serviceFactKeys.map((key) => `${id}.${key}`)
}

type FilledPage = StoredPage & { blocks: PageBlock[]; ofBlocks: object[] }

type Filling = {
  facts: Facts
  listed: readonly Service[]
  site: SiteIdentity
  log: Pick<Log, 'error'>
  dress?: Dress | undefined
}

function fillPage(page: StoredPage, { facts, listed, site, log, dress }: Filling): FilledPage {
  const service = listed.find(({ id }) => id === page.id)
  const all = service ? { ...facts, ...serviceFacts(service, 'service') } : facts
  const { blocks: stored, ...words } = page.document
  const blocks: PageBlock[] = []
  const ofBlocks: object[] = []
  for (const raw of stored) {
    if (raw.hidden) continue
    const parsed = parseBlock(raw)
    if ('fault' in parsed) {
      log.error({ page: page.id, block: raw.id, fault: parsed.fault }, 'content.block_left_out')
      continue
    }
    const { block, blockType } = parsed
    const told = fillAllFacts(block.props, all)
    const props = leaveOutEmpty(blockType.schema, dress ? dress(blockType, block, told) : told)
    if (!props) continue
    blocks.push({ ...block, props })
    ofBlocks.push(...structuredDataOf(blockType, props, site))
  }
  return { ...page, document: { ...fillAllFacts(words, all), blocks: [] }, blocks, ofBlocks }
}

function structuredDataOf(blockType: AnyBlockType, props: PageBlock['props'], site: SiteIdentity): object[] {
  // They passed the schema of this very type.
  return blockType.structuredData?.(props as never, site) ?? []
}

type Plan = { id: string; name: string; price: number }

function plansOf(page: FilledPage | undefined): Plan[] {
  const blocks = page?.blocks.filter(({ type }) => type === 'plans') ?? []
  // A block of this type passed its schema.
  return blocks.flatMap(({ props }) => (props as { plans: Plan[] }).plans)
}

type AroundPage = {
  services: readonly Service[]
  names: ReadonlyMap<string, string>
  site: SiteIdentity
  facts: Facts
}

function toContentPage(page: FilledPage, { services, names, site, facts }: AroundPage): ContentPage {
  const { id, kind, path, document, blocks, ofBlocks, changedAt } = page
  const { name, description, noindex } = document
  const service = services.find((known) => known.id === id)
  const metaTitle = document.metaTitle || name
  return {
    around: { id, kind, path, name },
    title: metaTitle,
    description,
    shareTitle: document.shareTitle || name,
    noindex,
    blocks,
    changedAt,
    jsonLd: pageStructuredData(
      {
        path,
        name,
        metaTitle,
        description,
        areaServed: facts['areaServed'],
        service,
        isMonthly: document.service?.isMonthly ?? false,
        plans: plansOf(page),
        ofBlocks,
        trail: trailOf(path, names),
      },
      site,
    ),
  }
}

/** From the home page down to a page that stands below another or has others below it. */
function trailOf(path: string, names: ReadonlyMap<string, string>): { name: string; path: string }[] {
  const parts = path.split('/').slice(1)
  const hasPagesBelow = [...names.keys()].some((other) => other.startsWith(`${path}/`))
  if (path === '/' || (parts.length === 1 && !hasPagesBelow)) return []
  const paths = ['/', ...parts.map((_, depth) => `/${parts.slice(0, depth + 1).join('/')}`)]
  return paths.flatMap((each) => {
    const name = names.get(each)
    return name === undefined ? [] : [{ name, path: each }]
  })
}
