import { z } from 'zod'

import { amount, choice, icon, line, paragraph, toggle } from './fields.ts'

/** A stored block. The block type's schema checks `props` (parse-block.ts). */
export const storedBlockSchema = z.object({
  id: z.string().regex(/^[a-z][a-z0-9-]{0,39}$/),
  type: z.string().max(40),
  version: z.number().int().min(1),
  hidden: z.boolean().optional(),
  props: z.record(z.string(), z.unknown()),
})
export type StoredBlock = z.output<typeof storedBlockSchema>

/** What lists of services show about a service. */
export const serviceFactsSchema = z.object({
  menuText: line('Beside the name in the menu'),
  summary: paragraph('On cards: what it does for the visitor', { max: 300 }),
  bestFor: line('Who it is for', { max: 200 }),
  timeline: line('Ready in', { description: 'For example: 2–8 weeks', max: 60 }),
  price: line('Price in words', {
    description: 'If empty, the price text is made from the amounts below.',
    max: 80,
  }),
  priceFrom: amount('Price from').optional(),
  priceTo: amount('Price up to').optional(),
  isMonthly: toggle('The price is per month'),
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/, 'Please enter a currency’s three letters, such as EUR.')
    .default('USD')
    .meta({ title: 'Currency', control: 'line' }),
  icon: icon('Icon', 'sparkles'),
  demo: choice(
    'Moving picture on the home page',
    {
      none: 'None',
      chat: 'A chat',
      workflow: 'A workflow',
      site: 'A website',
      video: 'A video',
      call: 'A call',
    },
    'none',
  ),
  /** The service has no page; links to it lead to the contact form. */
  isContactOnly: toggle('No page of its own: links go to the contact form'),
  action: line('Label of its link on cards', { max: 40 }),
})

/** The content of a page, as drafts and revisions store it. Address and kind are columns of its row. */
export const pageDocumentSchema = z.object({
  name: line('Name in menus and breadcrumbs', { max: 60, isRequired: true }),
  metaTitle: line('Title in search results', { max: 120 }),
  description: paragraph('Description in search results', { max: 300 }),
  shareTitle: line('Title on share images and in lists for assistants', { max: 120 }),
  noindex: toggle('Keep it out of search engines'),
  service: serviceFactsSchema.optional(),
  blocks: z.array(storedBlockSchema).max(60, 'A page may have at most 60 blocks.').default([]),
})
export type PageDocument = z.output<typeof pageDocumentSchema>

/** Parses a stored document; null if it is damaged. */
export function readDocument(stored: string): PageDocument | null {
  try {
    return pageDocumentSchema.safeParse(JSON.parse(stored)).data ?? null
  } catch {
    return null
  }
}
