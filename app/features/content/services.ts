import { defaultLocale, fill, type Messages } from '#app/lib/messages.ts'
import { formatMoney } from '#app/lib/money.ts'

import type { BlockIcon } from './block-icons.ts'
import type { PageDocument } from './page-document.ts'

export type ServiceFacts = NonNullable<PageDocument['service']>

/** Something that is sold, as everything that lists services shows it. */
export type Service = {
  /** Of its page, by which links to the contact form name it. */
  id: string
  /** Of its page, or of the contact form where it has none. */
  path: string
  hasPage: boolean
  name: string
  menuText: string
  summary: string
  bestFor: string
  timeline: string
  /** In words. */
  price: string
  priceFrom: number | null
  priceTo: number | null
  currency: string
  icon: BlockIcon
  demo: ServiceFacts['demo']
  action: string
  plans: readonly { id: string; name: string; price: number }[]
}

const pricesEn = {
  from: 'From {from}',
  range: '{from}–{to}',
  fromMonthly: 'From {from} per month',
  rangeMonthly: '{from}–{to} per month',
}
const prices: Messages<typeof pricesEn> = { en: pricesEn }

/** What a service costs, in the owner's words or in ones made of its amounts; empty where neither is given. */
export function priceText({ price, priceFrom, priceTo, isMonthly, currency }: ServiceFacts): string {
  if (price !== '' || priceFrom === undefined) return price
  const { from, range, fromMonthly, rangeMonthly } = prices[defaultLocale]
  const money = (sum: number) => formatMoney(sum, currency, defaultLocale)
  if (priceTo === undefined || priceTo === priceFrom)
    return fill(isMonthly ? fromMonthly : from, { from: money(priceFrom) })
  return fill(isMonthly ? rangeMonthly : range, { from: money(priceFrom), to: money(priceTo) })
}

/** The address of the contact form with a service, and maybe a plan, filled in. */
export function contactPath(serviceId: string, planId?: string): string {
  return `/contact?${new URLSearchParams({ service: serviceId, ...(planId && { plan: planId }) })}`
}
