import { z } from 'zod'

import { checkbox } from '#app/platform/settings/form-fields.ts'

import { line, linkTo, paragraph } from '../fields.ts'

import { MOST_COLUMNS, MOST_IN_COLUMN, MOST_IN_HEADER } from './menu-limits.ts'

/** Target of an entry: a page by its id, which survives moves; the blog; all services; or an address. */
const menuItemSchema = z
  .object({
    to: z.string('Please choose where it leads.').regex(/^(?:page:[a-z0-9-]{1,120}|blog|services|address)$/, {
      message: 'Please choose where it leads.',
    }),
    address: linkTo('Address'),
    text: line('Label', { max: 40 }),
  })
  .superRefine(({ to, address, text }, refine) => {
    if (to !== 'address') return
    const missing = (path: string, message: string) =>
      refine.addIssue({ code: 'custom', path: [path], message })
    if (address === '') missing('address', 'Please enter the address.')
    if (text === '') missing('text', 'Please enter a label for the link.')
  })

const firstYear = z.preprocess(
  (typed = null) => (typeof typed === 'string' ? (typed.trim() === '' ? null : Number(typed)) : typed),
  z
    .number('Please enter a year.')
    .int('Please enter a year.')
    .min(1900, 'Please enter a year from 1900 on.')
    .max(2100, 'Please enter a year up to 2100.')
    .nullable(),
)

export const menusSchema = z.object({
  header: z
    .array(menuItemSchema)
    .max(MOST_IN_HEADER, `Please use at most ${MOST_IN_HEADER} links.`)
    .refine(
      (items) => items.filter(({ to }) => to === 'services').length < 2,
      'The services open from one menu of the header. Please remove the other.',
    ),
  button: menuItemSchema,
  columns: z
    .array(
      z.object({
        title: line('Title', { max: 40 }),
        items: z.array(menuItemSchema).max(MOST_IN_COLUMN, `Please use at most ${MOST_IN_COLUMN} links.`),
      }),
    )
    .max(MOST_COLUMNS, `Please use at most ${MOST_COLUMNS} columns.`),
  blurb: paragraph('Under the logo of the footer', { max: 300 }),
  legalLine: line('Legal line', { max: 200, places: ['years'] }),
  since: firstYear,
  showsAdmin: checkbox,
})

export type MenuItem = z.output<typeof menuItemSchema>
export type StoredMenus = z.output<typeof menusSchema>

/** Returns the menus with other texts; entries without a text of their own keep none. */
export function mapMenuTexts(menus: StoredMenus, replace: (text: string) => string): StoredMenus {
  const own = (text: string) => (text === '' ? '' : replace(text))
  const item = (each: MenuItem): MenuItem => ({ ...each, text: own(each.text) })
  return {
    ...menus,
    header: menus.header.map(item),
    button: item(menus.button),
    columns: menus.columns.map(({ title, items }) => ({ title: own(title), items: items.map(item) })),
    blurb: own(menus.blurb),
    legalLine: own(menus.legalLine),
  }
}

const toPage = (id: string, text = ''): MenuItem => ({ to: `page:${id}`, address: '', text })
const toServices: MenuItem = { to: 'services', address: '', text: '' }
const toBlog: MenuItem = { to: 'blog', address: '', text: '' }

/** The menus of the starter site. An entry without a text uses its page's name. */
export const starterMenus: StoredMenus = {
  header: [toPage('home'), toServices, toPage('about'), toPage('contact'), toBlog],
  button: toPage('contact', 'Get Started'),
  columns: [
    { title: 'Services', items: [toServices] },
    { title: 'Company', items: [toPage('about'), toBlog, toPage('contact', 'Contact & Quote')] },
    {
      title: 'Legal',
      items: [toPage('terms', 'Terms & Conditions'), toPage('privacy', 'Privacy Policy')],
    },
  ],
  blurb: 'AI voice agents, chatbots, automation, websites and video for businesses worldwide.',
  legalLine: '© {years} {siteName}. All rights reserved.',
  since: 2024,
  showsAdmin: true,
}
