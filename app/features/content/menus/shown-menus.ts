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
  /** With `{years}`, which the year of the request fills. */
  legalLine: string
  since: number | null
  showsAdmin: boolean
}

type ShownPage = { id: string; path: string; document: { name: string } }

type Around = {
  pages: readonly ShownPage[]
  services: readonly Service[]
  facts: Facts
  /** For entries whose owner gave them none. */
  words: { blog: string; services: string }
}

/** Finds where entries lead by now; those of pages that are not published drop out. */
export function shownMenus(stored: StoredMenus, { pages, services, facts, words }: Around): ShownMenus {
  const { header, button, columns, ...rest } = fillAllFacts(stored, facts)
  const withPages = services.filter(({ hasPage }) => hasPage)
  const linkOf = ({ to, address, text }: MenuItem): MenuLink | null => {
    if (to === 'blog') return { href: '/blog', text: text || words.blog }
    if (to === 'address') return text ? { href: address, text } : null
    const isMeant = ({ id }: { id: string }) => to === `page:${id}`
    const page = pages.find(isMeant)
    if (page) return { href: page.path, text: text || page.document.name }
    // A service without a page of its own is asked for in the contact form.
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
