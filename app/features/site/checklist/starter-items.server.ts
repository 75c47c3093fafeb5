import { type Facts, fillFacts } from '#app/features/content/facts/fill-facts.ts'
import { starterFacts } from '#app/features/content/facts/starter-facts.ts'
import type { Fact } from '#app/features/content/facts/starter-facts.ts'
import type { PageDocument } from '#app/features/content/page-document.ts'
import type { PageKind } from '#app/features/content/page-kinds.ts'
import { parseBlock } from '#app/features/content/parse-block.ts'
import { findBlockType } from '#app/features/content/blocks.ts'
import { inEnglish, priceText, type ServiceFacts } from '#app/features/content/services.ts'
import { findStarter } from '#app/features/content/starter/starter-pages.ts'
import { starterSite } from '#app/platform/env.server.ts'

import type { ChecklistItem } from './checklist-item.ts'

type Shown = {
  /** Texts in the footer, and those for search engines and assistants, as shown now. */
  words: readonly { id: string; title: string; says: string; changeAt: string; isStarter: boolean }[]
  site: Readonly<Record<keyof typeof starterSite, string>>
  facts: readonly Fact[]
  pages: readonly { id: string; kind: PageKind; published: PageDocument | null }[]
}

/** Returns everything of the starter that visitors still see, unchanged. */
export function findStarterItems({ site, words, facts, pages }: Shown): ChecklistItem[] {
  const shown = pages.flatMap(({ published, ...page }) =>
    published ? [{ ...page, document: published }] : [],
  )
  const values = Object.fromEntries(facts.map(({ name, value }) => [name, value]))
  const said = words.filter(({ isStarter, says }) => isStarter && says !== '')
  return [
    ...identityItems(site),
    ...said.map(({ isStarter: _isStarter, ...word }) => ({
      ...word,
      group: 'identity' as const,
      canRemove: false,
    })),
    ...facts.flatMap(factItem),
    ...shown.flatMap((page) => pageItems(page, values)),
  ]
}

const identity: Readonly<Record<keyof typeof starterSite, { title: string; changeAt: string }>> = {
  siteName: { title: 'Name', changeAt: '/admin/brand' },
  contactEmail: { title: 'Contact email', changeAt: '/admin/settings' },
  socialLinkedin: { title: 'LinkedIn', changeAt: '/admin/settings' },
  socialX: { title: 'X', changeAt: '/admin/settings' },
  socialInstagram: { title: 'Instagram', changeAt: '/admin/settings' },
}

function identityItems(site: Shown['site']): ChecklistItem[] {
  return Object.entries(starterSite).flatMap(([key, says]) => {
    const name = key as keyof typeof starterSite
    if (site[name] !== says) return []
    return [{ id: `identity.${name}`, group: 'identity', says, canRemove: false, ...identity[name] }]
  })
}

function factItem({ name, title, value }: Fact): ChecklistItem[] {
  const starter = starterFacts.find((fact) => fact.name === name)
  if (starter?.value !== value) return []
  return [
    { id: `fact.${name}`, group: 'facts', title, says: value, changeAt: '/admin/facts', canRemove: true },
  ]
}

type ShownPage = { id: string; kind: PageKind; document: PageDocument }

function pageItems({ id, kind, document }: ShownPage, values: Facts): ChecklistItem[] {
  const starter = findStarter(id)
  if (!starter) return []
  const changeAt = `/admin/pages/${id}`
  const items: ChecklistItem[] = []
  const { service } = document
  const offer = service && offerOf(service)
  if (offer && isSameOffer(service, starter.document.service))
    items.push({
      id: `service.${id}`,
      group: 'services',
      title: document.name,
      says: fillFacts(offer, values),
      changeAt: `${changeAt}/details`,
      canRemove: true,
    })
  const kept = keptBlocks(document, starter.document)
  if (kept.length > 0)
    items.push({
      id: `page.${id}`,
      group: kind === 'legal' ? 'legal' : 'pages',
      title: document.name,
      says: `${kept.length} of ${document.blocks.length} sections are the starter’s: ${kept.join(', ')}.`,
      changeAt,
      canRemove: id !== 'home' && id !== 'contact',
    })
  return items
}

const offerFields = ['timeline', 'price', 'priceFrom', 'priceTo', 'isMonthly', 'currency'] as const

function isSameOffer(one: ServiceFacts, other: PageDocument['service']): boolean {
  return offerFields.every((field) => one[field] === other?.[field])
}

function offerOf(service: ServiceFacts): string {
  return [service.timeline, priceText(service, inEnglish)].filter(Boolean).join('; ')
}

function keptBlocks(document: PageDocument, starter: PageDocument): string[] {
  return document.blocks
    .filter((block) => {
      const own = starter.blocks.find(({ id }) => id === block.id)
      if (block.hidden || own?.type !== block.type) return false
      return own === block || propsOf(own) === propsOf(block)
    })
    .map(({ type }) => findBlockType(type)?.title ?? type)
}

/** Parses props with the block's schema, because edited blocks are stored with all their fields. */
function propsOf(block: PageDocument['blocks'][number]): string {
  const parsed = parseBlock(block)
  return 'fault' in parsed ? '' : JSON.stringify(parsed.block.props)
}
