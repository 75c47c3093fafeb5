import { defaultLocale, fill } from '#app/lib/messages.ts'
import { formatMoney } from '#app/lib/money.ts'

import type { BlockIcon } from './block-icons.ts'
import { type MenusMessages, menusTexts } from './menus/messages.ts'
import type { PageDocument } from './page-document.ts'

export type ServiceFacts = NonNullable<PageDocument['service']>

/** A service, as everything that lists services shows it. */
export type Service = {
  /** The id of the service's page; links to the contact form pass it. */
  id: string
  /** Path of its page, or of the contact form if it has none. */
  path: string
  hasPage: boolean
  name: string
  menuText: string
  summary: string
  bestFor: string
  timeline: string
  /** The price in words. */
  price: string
  priceFrom: number | null
  priceTo: number | null
  currency: string
  icon: BlockIcon
  demo: ServiceFacts['demo']
  action: string
  plans: readonly { id: string; name: string; price: number }[]
}

/** Returns the price in the owner's words, or in words made from the amounts; empty without either. */
export function priceText(
  { price, priceFrom, priceTo, isMonthly, currency }: ServiceFacts,
  { language, prices }: { language: string; prices: MenusMessages['prices'] },
): string {
  if (price !== '' || priceFrom === undefined) return price
  const { from, range, fromMonthly, rangeMonthly } = prices
  const money = (sum: number) => formatMoney(sum, currency, language)
  if (priceTo === undefined || priceTo === priceFrom)
    return fill(isMonthly ? fromMonthly : from, { from: money(priceFrom) })
  return fill(isMonthly ? rangeMonthly : range, { from: money(priceFrom), to: money(priceTo) })
}

/** Words for prices in the admin. */
export const inEnglish = { language: defaultLocale, prices: menusTexts.of[defaultLocale].prices }

/** Returns the address of the contact form with a service, and optionally a plan, preselected. */
export function contactPath(serviceId: string, planId?: string): string {
  return `/contact?${new URLSearchParams({ service: serviceId, ...(planId && { plan: planId }) })}`
}
