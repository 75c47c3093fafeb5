import { isDeepStrictEqual } from 'node:util'

import { blogTexts } from '#app/features/blog/blog-messages.ts'
import { bookingsTexts } from '#app/features/bookings/messages.ts'
import { offersMeetings } from '#app/features/bookings/types/offers-meetings.server.ts'
import { chatTexts } from '#app/features/chat/messages.ts'
import { widgetTexts } from '#app/features/chat/widget/widget-texts.ts'
import type { CaseStudy } from '#app/features/content/around.tsx'
import type { SiteContent } from '#app/features/content/build-content.server.ts'
import { readContent } from '#app/features/content/site-content.server.ts'
import type { ShownMenus } from '#app/features/content/menus/shown-menus.ts'
import type { Service } from '#app/features/content/services.ts'
import type { Question } from '#app/lib/question.ts'
import { leadsTexts } from '#app/features/leads/messages.ts'
import { trialFormTexts } from '#app/features/site-trial/form-messages.ts'
import { trialTexts } from '#app/features/site-trial/messages.ts'
import { rootOfLanguage } from '#app/lib/languages.ts'
import { dayOf } from '#app/lib/site-day.ts'
import type { Ctx, SiteIdentity } from '#app/platform/context.server.ts'
import type { WordedTexts } from '#app/ui/locale.tsx'
import type { PublicSite } from '#app/ui/use-site.ts'

import { isOpenToSearch } from '../checklist/checklist.server.ts'
import { offeredLanguages } from '../languages/page-languages.server.ts'
import { siteTexts } from '../messages.ts'

/** Sets of texts that components of public pages read by `useTexts`. */
const textsOfPages = [
  siteTexts,
  leadsTexts,
  bookingsTexts,
  chatTexts,
  widgetTexts,
  blogTexts,
  trialTexts,
  trialFormTexts,
]

type SiteFrame = PublicSite & {
  services: readonly Service[]
  caseStudies: readonly CaseStudy[]
  menus: ShownMenus
  questions: readonly Question[]
  /** Whether visitors may try the trial, which reads their own site. */
  offersTrial: boolean
  texts: WordedTexts
}

type Kept = { of: readonly unknown[]; frame: SiteFrame | null }

/** By language. */
const createKept = () => new Map<string, Kept>()

export async function readPublicSite(ctx: Ctx): Promise<SiteFrame> {
  const [site, content, isOpen, languages, meetings] = await Promise.all([
    ctx.site(ctx),
    readContent(ctx),
    isOpenToSearch(ctx),
    offeredLanguages(ctx),
    offersMeetings(ctx),
  ])
  const year = Number(dayOf(ctx.clock.now(), site.timeZone).slice(0, 4))
  const all = ctx.state.of(createKept)
  const kept = all.get(site.language) ?? { of: [], frame: null }
  all.set(site.language, kept)
  const of = [site, content, isOpen, year, languages.join(' '), meetings]
  if (kept.frame && of.every((part, n) => part === kept.of[n])) return kept.frame
  const made = makeFrame(site, content, { isOpen, year, languages, meetings })
  const frame = isDeepStrictEqual(made, kept.frame) && kept.frame ? kept.frame : made
  Object.assign(kept, { of, frame })
  return frame
}

type Circumstances = { isOpen: boolean; year: number; languages: readonly string[]; meetings: boolean }

function makeFrame(
  site: SiteIdentity,
  { services, pages, menus, questions, wording, facts }: SiteContent,
  { isOpen, year, languages, meetings }: Circumstances,
): SiteFrame {
  return {
    language: site.language,
    root: site.language === site.mainLanguage ? '' : rootOfLanguage(site.language),
    languages,
    siteName: site.siteName,
    contactEmail: site.contactEmail,
    socialLinkedin: site.socialLinkedin,
    socialX: site.socialX,
    socialInstagram: site.socialInstagram,
    publicUrl: site.publicUrl,
    services,
    menus,
    questions,
    offersTrial: facts['software.hasProvider'] === 'yes',
    texts: Object.fromEntries(textsOfPages.map((set) => [set.name, wording.texts<unknown>(set)])),
    caseStudies: [...pages.values()]
      .filter(({ around }) => around.kind === 'case-study')
      .map(({ around: { path, name }, description }) => ({ path, name, description })),
    look: site.look,
    isClosed: !isOpen,
    bookLabel: meetings ? wording.texts(bookingsTexts).page.title : null,
    year,
  }
}
