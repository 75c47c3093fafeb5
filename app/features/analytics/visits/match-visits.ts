import type { Goal } from '../goals/goal.ts'
import { CONTACT_PAGE, plainPath } from '../rollups/dimensions.ts'
import { isVital, thresholds, vitalStep } from '../rollups/vital-buckets.ts'
import { channelOf } from '../channels/channel-of.ts'
import type { Filter } from '../stats/filters.ts'

import type { Act, Keys } from './day-visits.ts'
import { assistantKeys, channelKeys, type SortedDay } from './sorted-day.ts'

export type Selection = {
  filters: readonly Filter[]
  goals: readonly Goal[]
  /** BCP 47 tag; visits from before the site had several languages are in it. */
  mainLanguage: string
}

/** Returns for each visit 1 if all filters match, else 0. Views from minute `cut` on do not count. */
export function matchVisits(
  day: SortedDay,
  { filters, goals, mainLanguage }: Selection,
  cut: number,
): Uint8Array {
  const visits = day.starts.length - 1
  const matched = new Uint8Array(visits).fill(1)
  for (const filter of filters) {
    const found = new Uint8Array(visits)
    findVisits(day, { filter, goals, mainLanguage, cut }, found)
    for (let visit = 0; visit < visits; visit += 1)
      matched[visit] = Number(matched[visit]) & Number(found[visit])
  }
  return matched
}

type Search = Omit<Selection, 'filters'> & { filter: Filter; cut: number }

function findVisits(
  day: SortedDay,
  { filter: { by, key }, goals, mainLanguage, cut }: Search,
  found: Uint8Array,
): void {
  const byPath = (keys: ArrayLike<unknown>, value: unknown) =>
    markByView(day, cut, { column: day.path, isOne: tableOf(keys, value) }, found)
  const byOrigin = (column: Uint16Array, keys: Keys) => {
    const index = keys.indexOf(key)
    if (index > 0) markByView(day, cut, { column: day.origin, isOne: tableOf(column, index) }, found)
  }
  switch (by) {
    case 'page':
      return byPath(day.paths, key)
    case 'entry':
      return markByEntry(day, { cut, entry: day.paths.indexOf(key) }, found)
    case 'source':
      return byOrigin(day.originReferrer, day.referrers)
    case 'campaign':
      return byOrigin(day.originCampaign, day.campaigns)
    case 'country':
      return byOrigin(day.originCountry, day.countries)
    case 'device':
      return byOrigin(day.originDevice, day.devices)
    case 'language': {
      const tags = day.languages.map((tag) => tag ?? mainLanguage)
      const isOne = Uint8Array.from(day.originLanguage, (index) => (tags[index] === key ? 1 : 0))
      return markByView(day, cut, { column: day.origin, isOne }, found)
    }
    case 'channel':
      return byOrigin(day.originChannel, channelKeys)
    case 'assistant':
      return byOrigin(day.originAssistant, assistantKeys)
    case 'lead':
      return markByLeadChannel(day, { cut, key }, found)
    case 'service':
      return markByAct(day, cut, (act) => act.service === key, found)
    case 'step':
      if (key === 'page')
        markByView(day, cut, { column: day.path, isOne: tableOf(day.paths, null, 1) }, found)
      if (key === 'service') byPath(day.pathStep, 1)
      if (key === 'talk') byPath(day.pathStep, 2)
      return
    case 'goal': {
      const goal = goals.find(({ id }) => id === key)
      if (goal?.kind === 'page') return byPath(day.paths, goal.path)
      if (goal) markByAct(day, cut, (act) => act.kind === goal.kind, found)
      return
    }
    case 'slow':
      return markBySlow(day, key, found)
    case 'crawler':
      return
  }
}

/** Returns 1 where the value occurs, else 0; inverted with `not`. */
function tableOf(values: ArrayLike<unknown>, value: unknown, not: 0 | 1 = 0): Uint8Array {
  const table = new Uint8Array(values.length)
  for (let n = 0; n < table.length; n += 1) table[n] = (values[n] === value ? 1 : 0) ^ not
  return table
}

type ByView = { column: Uint16Array; isOne: Uint8Array }

function markByView(day: SortedDay, cut: number, { column, isOne }: ByView, found: Uint8Array): void {
  const { starts, minute } = day
  for (let visit = 0; visit < found.length; visit += 1) {
    const end = Number(starts[visit + 1])
    for (let view = Number(starts[visit]); view < end; view += 1)
      if (isOne[Number(column[view])] === 1 && Number(minute[view]) < cut) {
        found[visit] = 1
        break
      }
  }
}

function markByEntry(
  { starts, minute, path }: SortedDay,
  { cut, entry }: { cut: number; entry: number },
  found: Uint8Array,
): void {
  for (let visit = 0; visit < found.length; visit += 1) {
    const first = Number(starts[visit])
    const isViewed = first < Number(starts[visit + 1]) && Number(minute[first]) < cut
    if (isViewed && path[first] === entry) found[visit] = 1
  }
}

/** Leads count under their campaign or, only without one, under their referrer. */
function markByLeadChannel(
  day: SortedDay,
  { cut, key }: { cut: number; key: string },
  found: Uint8Array,
): void {
  const { originReferrer, originCampaign, referrers, campaigns } = day
  const isOne = Uint8Array.from(originReferrer, (referrer, origin) =>
    (campaigns[Number(originCampaign[origin])] ?? referrers[referrer]) === key ? 1 : 0,
  )
  markByView(day, cut, { column: day.origin, isOne }, found)
}

function markByAct(day: SortedDay, cut: number, isOne: (act: Act) => boolean, found: Uint8Array): void {
  for (const act of day.acts) if (act.visit !== null && act.minute < cut && isOne(act)) found[act.visit] = 1
}

function markBySlow(day: SortedDay, vital: string, found: Uint8Array): void {
  if (!isVital(vital)) return
  const good = thresholds[vital][0] / vitalStep(vital) + 1
  for (let n = 0; n < day.vitalVisit.length; n += 1)
    if (Number(day[vital][n]) > good) found[Number(day.vitalVisit[n])] = 1
}

/** Returns whether an inquiry or a chat matches. It has no visit, so only its own fields count. */
export function isActMatched(act: Act, { filters, goals, mainLanguage }: Selection): boolean {
  return filters.every(({ by, key }) => {
    switch (by) {
      case 'page':
        return act.path === key || act.landing === key
      case 'entry':
        return act.landing === key
      case 'source':
        return (act.referrer ?? 'direct') === key
      case 'campaign':
        return act.utm === key
      case 'country':
        return act.country === key
      case 'language':
        return (act.language ?? mainLanguage) === key
      case 'service':
        return act.service === key
      case 'channel':
        return sortAct(act)?.channel === key
      case 'assistant':
        return sortAct(act)?.assistant === key
      case 'lead':
        return (act.utm ?? act.referrer ?? 'direct') === key
      case 'step':
        return isActOfStep(act, key)
      case 'goal': {
        const goal = goals.find(({ id }) => id === key)
        return goal !== undefined && (goal.kind === 'page' ? act.path === goal.path : act.kind === goal.kind)
      }
      case 'device':
      case 'slow':
      case 'crawler':
        return false
    }
  })
}

function sortAct({ referrer, utm }: Act) {
  return channelOf({ referrer: referrer ?? 'direct', utm })
}

function isActOfStep({ kind, path, language }: Act, step: string): boolean {
  if (step === 'inquiry') return kind === 'contact_form'
  return (
    step === 'talk' &&
    (kind === 'chat' || (kind === 'contact_form' && plainPath({ path, language }) !== CONTACT_PAGE))
  )
}
