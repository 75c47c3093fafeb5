import type { AiMessages } from '#app/features/ai/messages.ts'
import type { BlogMessages } from '#app/features/blog/messages.en.ts'
import type { BookingsMessages } from '#app/features/bookings/messages.en.ts'
import type { ClientsMessages } from '#app/features/chat/clients/messages.en.ts'
import type { ChatMessages } from '#app/features/chat/messages.en.ts'
import type { CardMessages } from '#app/features/chat/tools/card-texts.ts'
import type { WidgetTexts } from '#app/features/chat/widget/widget.en.ts'
import type { SoftwareMessages } from '#app/features/content/facts/software-messages.ts'
import type { MenusMessages } from '#app/features/content/menus/messages.ts'
import type { LeadsMessages } from '#app/features/leads/messages.en.ts'
import type { TrialFormMessages } from '#app/features/site-trial/form-messages.ts'
import type { TrialMessages } from '#app/features/site-trial/messages.en.ts'
import type { SiteMessages } from '#app/features/site/messages.en.ts'
import type { FoundMessages } from '#app/features/site/seo/messages.en.ts'
import type { RefusalMessages } from '#app/platform/http/refusals.server.ts'
import type { Plural } from '#app/lib/messages.ts'

/** The same texts in another language: a text for a text, and that language's plural forms for a plural. */
export type Translated<English> = English extends string
  ? string
  : keyof English extends keyof Plural
    ? Plural
    : { readonly [Key in keyof English]: Translated<English[Key]> }

/** All that visitors read from the product, in another language. A missing text is a type error. */
export type Translation = {
  /** The default greeting of the assistant. */
  welcome: string
  /** Its default suggestions, by their English text. */
  questions: Readonly<Record<string, string>>
  /** The starter's facts that contain words, by their names. */
  facts: Readonly<Record<string, string>>
} & TranslatedSets

type TranslatedSets = {
  ai: Translated<AiMessages>
  blog: Translated<BlogMessages>
  bookings: Translated<BookingsMessages>
  cards: Translated<CardMessages>
  chat: Translated<ChatMessages>
  clients: Translated<ClientsMessages>
  found: Translated<FoundMessages>
  leads: Translated<LeadsMessages>
  menus: Translated<MenusMessages>
  refusals: Translated<RefusalMessages>
  site: Translated<SiteMessages>
  software: Translated<SoftwareMessages>
  trial: Translated<TrialMessages>
  trialForm: Translated<TrialFormMessages>
  widget: Translated<WidgetTexts>
}
