import { setImmediate as othersFirst } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'

import type { Question } from '#app/lib/question.ts'
import { describeHours } from '#app/lib/business-hours.ts'
import { formatMoney } from '#app/lib/money.ts'
import { createTurns } from '#app/platform/take-turns.server.ts'
import type { SiteIdentity } from '#app/platform/context.server.ts'
import type { Log } from '#app/platform/log.server.ts'
import type { ProductTranslation, Wording } from '#app/platform/wording.ts'

import type { Around } from './around.tsx'
import { type Facts, fillAllFacts, fillFacts } from './facts/fill-facts.ts'
import {
  type Dress,
  type FilledPage,
  fillPage,
  type Memory,
  remembered,
  type StoredPage,
} from './fill-page.server.ts'
import type { StoredMenus } from './menus/menus-schema.ts'
import { menusTexts } from './menus/messages.ts'
import { type ShownMenus, shownMenus } from './menus/shown-menus.ts'
import { pageStructuredData } from './page-structured-data.ts'
import type { PageBlock } from './parse-block.ts'
import { contactPath, priceText, type Service, type ServiceFacts } from './services.ts'
import { type Changes, makeWording, translatedFacts } from './wording/make-wording.ts'

export type { Dress, StoredPage }

/** A page with its facts filled in. */
export type ContentPage = {
  around: Around
  title: string
  description: string
  /** Title on share images and in lists for assistants. */
  shareTitle: string
  noindex: boolean
  blocks: readonly PageBlock[]
  jsonLd: readonly object[]
  changedAt: number
}

export type SiteContent = {
  /** Pages by path, in the order of their positions. */
  pages: ReadonlyMap<string, ContentPage>
  services: readonly Service[]
  menus: ShownMenus
  wording: Wording
  facts: Facts
  /** The owner's own questions in the contact form. */
  questions: readonly Question[]
  /** Current paths by former paths. */
  formerPaths: ReadonlyMap<string, string>
}

export type ContentInput = {
  pages: readonly StoredPage[]
  facts: Facts
  menus: StoredMenus
  changes: Changes
  questions: readonly Question[]
  formerPaths: ReadonlyMap<string, string>
  /** The product's texts in the language of these pages; null for English. */
  translation: ProductTranslation | null
}

/** Builds everything that visitors see of the owner's content, and yields to the event loop between pages. */
export async function buildContent(input: ContentInput, site: SiteIdentity, log: Log): Promise<SiteContent> {
  await othersFirst()
  const takeTurns = createTurns()
  const { sorted, listed, facts, texts } = listContent(input, site)
  const byId = new Map(listed.map((service) => [service.id, service]))
  const filled = new Map<string, FilledPage>()
  for (const page of sorted) {
    const ownFacts = ownFactsOf(byId.get(page.id), site)
    filled.set(page.id, fillPage(page, { facts, ownFacts, site, log }))
    await takeTurns()
  }
  const services = listed.map((service) => ({ ...service, plans: plansOf(filled.get(service.id)) }))
  const withPlans = new Map(services.map((service) => [service.id, service]))
  const shown = [...filled.values()].filter(({ id }) => byId.get(id)?.hasPage !== false)
  const surroundings = surroundingsOf(shown)
  const pages = new Map<string, ContentPage>()
  for (const page of shown) {
    const service = withPlans.get(page.id)
    pages.set(page.path, asBefore(toContentPage(page, { service, surroundings, site, facts })))
    await takeTurns()
  }
  const wording = makeWording({
    changes: input.changes,
    facts,
    translation: input.translation,
    pages: shown.map(({ id, path, document }) => ({ id, path, name: document.name })),
  })
  return {
    pages,
    services,
    menus: shownMenus(input.menus, { pages: shown, services, facts, words: texts }),
    wording,
    facts,
    questions: input.questions,
    formerPaths: input.formerPaths,
  }
}

const shownBefore = new WeakMap<readonly PageBlock[], ContentPage>()

/** Returns the same object while the page is unchanged, so that others can skip it by identity. */
function asBefore(page: ContentPage): ContentPage {
  const before = shownBefore.get(page.blocks)
  if (before && isDeepStrictEqual(before, page)) return before
  shownBefore.set(page.blocks, page)
  return page
}

/** Builds one page in place of its stored one. Lists on the page treat it as published. */
export function buildPage(
  draft: StoredPage,
  input: ListedInput,
  { site, log, dress }: { site: SiteIdentity; log: Pick<Log, 'error'>; dress?: Dress | undefined },
): ContentPage {
  const others = input.pages.filter(({ id }) => id !== draft.id)
  const { sorted, listed, facts } = listContent({ ...input, pages: [...others, draft] }, site)
  const service = listed.find(({ id }) => id === draft.id)
  const filled = fillPage(draft, { facts, ownFacts: ownFactsOf(service, site), site, log, dress })
  const surroundings = surroundingsOf(sorted, facts)
  const page = toContentPage(filled, { service, surroundings, site, facts })
  return { ...page, around: { ...page.around, services: listed } }
}

type ListedInput = Pick<ContentInput, 'pages' | 'facts' | 'changes' | 'translation'>

/** Returns pages and services in their order, all facts that texts may name, and the product's words for services. */
function listContent({ pages, facts: own, changes, translation }: ListedInput, site: SiteIdentity) {
  const { siteName, contactEmail, language } = site
  const businessHours = describeHours(site.businessHours, site.timeZone, language)
  const translated = translation ? translatedFacts(own, { translation }) : {}
  const facts: Facts = { ...own, ...translated, siteName, contactEmail, businessHours }
  const texts = makeWording({ changes, facts, pages: [], translation }).texts(menusTexts)
  const sorted = pages.toSorted((one, other) => one.position - other.position)
  const words = { language, prices: texts.prices }
  const listed = sorted.flatMap((page) => toService(page, facts, words) ?? [])
  const services = new Intl.ListFormat(language).format(listed.map(({ name }) => name))
  const ofServices = listed.map((service) => serviceFacts(service, { prefix: service.id, language }))
  return { sorted, listed, facts: Object.assign(facts, { services }, ...ofServices) as Facts, texts }
}

const filledFacts: Memory<ServiceFacts> = new WeakMap()

function toService(
  { id, path, document }: StoredPage,
  facts: Facts,
  words: Parameters<typeof priceText>[1],
): Service | null {
  const { service: stored } = document
  if (!stored) return null
  const service = remembered(filledFacts, stored, {
    valueOf: (name) => facts[name],
    make: () => fillAllFacts(stored, facts),
  })
  const { menuText, summary, bestFor, timeline, currency, icon, demo, action } = service
  return {
    id,
    path: service.isContactOnly ? contactPath(id) : path,
    hasPage: !service.isContactOnly,
    name: fillFacts(document.name, facts),
    price: priceText(service, words),
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

/** Returns what texts may say of a service: `{service.timeline}` on its own page, `{<id>.timeline}` elsewhere. */
export function serviceFacts(
  service: Service,
  { prefix, language }: { prefix: string; language: string },
): Facts {
  const money = (sum: number | null) => (sum === null ? '' : formatMoney(sum, service.currency, language))
  const { name, summary, bestFor, timeline, price } = service
  const said = { name, summary, bestFor, timeline, price }
  const values = { ...said, priceFrom: money(service.priceFrom), priceTo: money(service.priceTo) }
  return Object.fromEntries(serviceFactKeys.map((key) => [`${prefix}.${key}`, values[key]]))
}

const serviceFactKeys = ['name', 'summary', 'bestFor', 'timeline', 'price', 'priceFrom', 'priceTo'] as const

export function serviceFactNames(id: string): string[] {
  return serviceFactKeys.map((key) => `${id}.${key}`)
}

function ownFactsOf(service: Service | undefined, { language }: SiteIdentity): Facts {
  return service ? serviceFacts(service, { prefix: 'service', language }) : {}
}

type Plan = { id: string; name: string; price: number }

function plansOf(page: FilledPage | undefined): Plan[] {
  const blocks = page?.blocks.filter(({ type }) => type === 'plans') ?? []
  // A published block has passed the schema of its type.
  return blocks.flatMap(({ props }) => (props as { plans: Plan[] }).plans)
}

type AroundPage = {
  service: Service | undefined
  surroundings: Surroundings
  site: SiteIdentity
  facts: Facts
}

function toContentPage(page: FilledPage, { service, surroundings, site, facts }: AroundPage): ContentPage {
  const { id, kind, path, document, blocks, ofBlocks, changedAt } = page
  const { name, description, noindex } = document
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
        trail: trailOf(path, surroundings),
      },
      site,
    ),
  }
}

/** Page names by path, and all paths that have pages below them. */
type Surroundings = { names: ReadonlyMap<string, string>; above: ReadonlySet<string> }

function surroundingsOf(pages: readonly StoredPage[], facts: Facts = {}): Surroundings {
  const paths = pages.map(({ path }) => path)
  return {
    names: new Map(pages.map(({ path, document }) => [path, fillFacts(document.name, facts)])),
    above: new Set(paths.flatMap((path) => pathsAbove(path).slice(0, -1))),
  }
}

/** Returns each prefix of a path and the path itself: `/services` and `/services/seo` for the latter. */
function pathsAbove(path: string): string[] {
  const parts = path.split('/').slice(1)
  return parts.map((_, depth) => `/${parts.slice(0, depth + 1).join('/')}`)
}

/** Returns the breadcrumbs, from the home page on; empty for a first-level page without pages below it. */
function trailOf(path: string, { names, above }: Surroundings): { name: string; path: string }[] {
  const paths = pathsAbove(path)
  if (path === '/' || (paths.length === 1 && !above.has(path))) return []
  return ['/', ...paths].flatMap((each) => {
    const name = names.get(each)
    return name === undefined ? [] : [{ name, path: each }]
  })
}
