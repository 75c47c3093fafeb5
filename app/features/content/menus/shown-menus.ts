import { type Facts, fillAllFacts } from '../facts/fill-facts.ts'
import type { Service } from '../services.ts'

import type { MenuItem, StoredMenus } from './menus-schema.ts'

export type MenuLink = { href: string; text: string }
export type HeaderEntry = (MenuLink & { kind: 'link' }) | { kind: 'services'; text: string }

export type ShownMenus = {
  header: readonly HeaderEntry[]
  button: MenuLink | null
  columns: readonly { title: string; links: readonly MenuLink[] }[]
  blurb: string
  /** May contain `{years}`, which is filled with the year of the request. */
  legalLine: string
  since: number | null
  showsAdmin: boolean
}

type ShownPage = { id: string; path: string; document: { name: string } }

type Around = {
  pages: readonly ShownPage[]
  services: readonly Service[]
  facts: Facts
  /** Texts of entries without their own. */
  words: { blog: string; services: string }
}

/** Resolves the targets of entries, and leaves out those of unpublished pages. */
export function shownMenus(stored: StoredMenus, { pages, services, facts, words }: Around): ShownMenus {
  const { header, button, columns, ...rest } = fillAllFacts(stored, facts)
  const withPages = services.filter(({ hasPage }) => hasPage)
  const linkOf = ({ to, address, text }: MenuItem): MenuLink | null => {
    if (to === 'blog') return { href: '/blog', text: text || words.blog }
    if (to === 'address') return text ? { href: address, text } : null
    const isMeant = ({ id }: { id: string }) => to === `page:${id}`
    const page = pages.find(isMeant)
    if (page) return { href: page.path, text: text || page.document.name }
    // A service without its own page links to the contact form.
    const service = services.find(isMeant)
    return service ? { href: service.path, text: text || service.name } : null
  }
  const linksOf = (item: MenuItem): MenuLink[] => {
    if (item.to === 'services') return withPages.map(({ path, name }) => ({ href: path, text: name }))
    const link = linkOf(item)
    return link ? [link] : []
  }
  return {
    ...rest,
    header: header.flatMap((item): HeaderEntry[] => {
      if (item.to !== 'services') return linksOf(item).map((link) => ({ kind: 'link', ...link }))
      return withPages.length > 0 ? [{ kind: 'services', text: item.text || words.services }] : []
    }),
    button: button.text ? linkOf(button) : null,
    columns: columns
      .map(({ title, items }) => ({ title, links: items.flatMap(linksOf) }))
      .filter(({ links }) => links.length > 0),
  }
}
