import { assistants } from '../channels/ai-names.ts'
import { channelOf, channels } from '../channels/channel-of.ts'

import { CONTACT_PAGE, plainPath } from '../rollups/dimensions.ts'

import type { DayVisits, Keys } from './day-visits.ts'

/** A day with columns derived from its keys. */
export type SortedDay = DayVisits & {
  originChannel: Uint16Array
  originAssistant: Uint16Array
  /** Funnel step of each path: 1 for a service's page, 2 for the contact page, otherwise 0. */
  pathStep: Uint8Array
}

export const channelKeys: Keys = [null, ...channels]
export const assistantKeys: Keys = [null, ...assistants.map(({ name }) => name)]

/** Computed when a day is read, not when it is packed, so that past visits are matched with newly listed assistants too. */
export function sortOrigins(day: DayVisits): SortedDay {
  const { originReferrer, originCampaign, referrers, campaigns } = day
  const originChannel = new Uint16Array(originReferrer.length)
  const originAssistant = new Uint16Array(originReferrer.length)
  const known = new Map<number, readonly [channel: number, assistant: number]>()
  for (let origin = 0; origin < originReferrer.length; origin += 1) {
    const [referrer, campaign] = [Number(originReferrer[origin]), Number(originCampaign[origin])]
    const pair = referrer * 65_536 + campaign
    let sorted = known.get(pair)
    if (!sorted) {
      const found = channelOf({ referrer: keyAt(referrers, referrer), utm: keyAt(campaigns, campaign) })
      sorted = [channelKeys.indexOf(found?.channel ?? null), assistantKeys.indexOf(found?.assistant ?? null)]
      known.set(pair, sorted)
    }
    originChannel[origin] = sorted[0]
    originAssistant[origin] = sorted[1]
  }
  const plain = (path: string | null) =>
    day.languages.reduce<string | null>((rest, language) => plainPath({ path: rest, language }), path)
  const pathStep = Uint8Array.from(day.paths.map(plain), (path) =>
    path === CONTACT_PAGE ? 2 : path?.startsWith('/services/') ? 1 : 0,
  )
  return { ...day, originChannel, originAssistant, pathStep }
}

function keyAt(keys: Keys, index: number): string | null {
  return keys[index] ?? null
}
