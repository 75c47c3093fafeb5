import { fill, fillAll, type Locale, type Messages } from '#app/lib/messages.ts'
import { formatDollars } from '#app/lib/money.ts'

import { humanAgentMonthly, videoFigures, voiceAgentMonthly, websitePlans } from './figures.ts'
import type { ServiceSlug } from './service-texts.ts'
import { getService } from './services.ts'
import { servicesShared } from './shared.ts'

/** A page's texts with the prices and timelines that stand in them as `{websiteFrom}` or `{voiceTimeline}`. */
export function readServiceMessages<Texts>(messages: Messages<Texts>, locale: Locale): Texts {
  return fillAll(messages[locale], figureTexts(locale))
}

function figureTexts(locale: Locale): Record<string, string> {
  const timeline = (slug: ServiceSlug) => getService(slug, locale).timeline
  const dollars = (amount: number) => formatDollars(amount, locale)
  const perMonth = (range: { from: number; to: number }) =>
    fill(servicesShared[locale].perMonth, { from: dollars(range.from), to: dollars(range.to) })
  return {
    websiteFrom: dollars(websitePlans[0].price),
    voiceFrom: dollars(voiceAgentMonthly.from),
    voicePerMonth: perMonth(voiceAgentMonthly),
    humanFrom: dollars(humanAgentMonthly.from),
    humanPerMonth: perMonth(humanAgentMonthly),
    humanMiddle: dollars((humanAgentMonthly.from + humanAgentMonthly.to) / 2),
    videoSaving: videoFigures.saving,
    websiteTimeline: timeline('website-development'),
    videoTimeline: timeline('ai-video-production'),
    voiceTimeline: timeline('ai-voice-agents'),
    workflowTimeline: timeline('workflow-automation'),
    chatbotTimeline: timeline('ai-chatbots'),
  }
}

/** What a service costs where §9 gives a price, in a few words. */
export function priceText(slug: ServiceSlug, locale: Locale): string {
  const { prices } = servicesShared[locale]
  return fill(prices[slug], figureTexts(locale))
}
