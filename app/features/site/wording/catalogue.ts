import { aiTexts } from '#app/features/ai/messages.ts'
import { blogTexts } from '#app/features/blog/blog-messages.ts'
import { bookingsTexts } from '#app/features/bookings/messages.ts'
import { clientsTexts } from '#app/features/chat/clients/messages.ts'
import { chatTexts } from '#app/features/chat/messages.ts'
import { cardTexts } from '#app/features/chat/tools/card-texts.ts'
import { widgetTexts } from '#app/features/chat/widget/widget-texts.ts'
import { softwareTexts } from '#app/features/content/facts/software-messages.ts'
import { menusTexts } from '#app/features/content/menus/messages.ts'
import { listTexts, type PlacedText } from '#app/features/content/wording/texts-in.ts'
import { leadsTexts } from '#app/features/leads/messages.ts'
import { trialFormTexts } from '#app/features/site-trial/form-messages.ts'
import { trialTexts } from '#app/features/site-trial/messages.ts'
import { defaultLocale, type PublicTexts } from '#app/lib/messages.ts'
import { refusalTexts } from '#app/platform/http/refusals.server.ts'
import type { ProductText } from '#app/platform/wording.ts'

import { siteTexts } from '../messages.ts'
import { foundTexts } from '../seo/messages.ts'

/** All texts that the product shows to visitors, grouped as on the wording page. */
const groups: readonly { title: string; set: PublicTexts<unknown> }[] = [
  { title: 'Contact form and its receipt', set: leadsTexts },
  { title: 'Bookings', set: bookingsTexts },
  { title: 'Assistant: the window', set: widgetTexts },
  { title: 'Assistant: what it says', set: chatTexts },
  { title: 'Assistant: what it proposes', set: cardTexts },
  { title: 'Assistant: while it cannot reply', set: aiTexts },
  { title: 'Assistant: what a client reads', set: clientsTexts },
  { title: 'Try it on your own site: the form', set: trialFormTexts },
  { title: 'Try it on your own site: the result', set: trialTexts },
  { title: 'Header, footer and error pages', set: siteTexts },
  { title: 'Refusals', set: refusalTexts },
  { title: 'Menus', set: menusTexts },
  { title: 'Blog', set: blogTexts },
  { title: 'Search engines and assistants', set: foundTexts },
]

/** With the facts of the software, which are no words of the owner's. */
export const publicTextSets: readonly PublicTexts<unknown>[] = [
  ...groups.map(({ set }) => set),
  softwareTexts,
]

export type CatalogueText = PlacedText &
  ProductText & {
    /** The name of its set and its place, for example `leads.toast.sentText`. */
    key: string
    group: string
  }

/** Texts that may be empty, because they name nothing and leave no gap. */
const optional: ReadonlySet<string> = new Set([
  'leads.form.countryHint',
  'leads.form.messagePlaceholder',
  'leads.thanks.text',
  'leads.thanks.receipt',
  'leads.toast.sentText',
  'leads.receipt.preview',
  'leads.receipt.received',
  'leads.receipt.more',
  'leads.receipt.signature',
  'widget.placeholder',
  'widget.placeholderPerson',
  'blog.text',
  'blog.metaDescription',
  'blog.post.copyright',
  'found.summary',
  'found.details',
  'site.notFound.text',
])

export const catalogue: readonly CatalogueText[] = groups.flatMap(({ title, set }) =>
  listTexts(set.of[defaultLocale]).map((text) => {
    const key = `${set.name}.${text.place}`
    return { ...text, key, group: title, mayBeEmpty: optional.has(key) }
  }),
)

export const productTexts: ReadonlyMap<string, CatalogueText> = new Map(
  catalogue.map((text) => [text.key, text]),
)
