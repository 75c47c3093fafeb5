import type { Goal } from '../goals/goal.ts'
import { CONTACT_PAGE, plainPath } from '../rollups/dimensions.ts'
import { type Vital, vitals, vitalStep } from '../rollups/vital-buckets.ts'
import type { ListPanelName, PanelRow } from '../stats/panels.ts'

import type { Act, Keys } from './day-visits.ts'
import { isActMatched, matchVisits, type Selection } from './match-visits.ts'
import { assistantKeys, channelKeys, type SortedDay } from './sorted-day.ts'

export type PointCounts = { visitors: number; pageViews: number; contacts: number }

export type VisitCounts = PointCounts & {
  chats: number
  lists: Record<ListPanelName, Map<string, PanelRow>>
  funnel: { page: number; service: number; talk: number; inquiry: number }
  vitals: Record<Vital, Map<number, number>>
  /** By goal id. */
  goals: Map<string, number>
}

export type Counting = {
  selection: Selection
  /** Number of minutes of the day that count; Infinity for all. */
  cut: number
  /** Returns the chart's point that contains a minute. */
  pointAt(minute: number): PointCounts
}

export function noVisits(goals: readonly Goal[]): VisitCounts {
  return {
    visitors: 0,
    pageViews: 0,
    contacts: 0,
    chats: 0,
    lists: {
      services: new Map(),
      pages: new Map(),
      channels: new Map(),
      assistants: new Map(),
      referrers: new Map(),
      campaigns: new Map(),
      countries: new Map(),
      devices: new Map(),
      languages: new Map(),
      'lead-channels': new Map(),
      'lead-pages': new Map(),
    },
    funnel: { page: 0, service: 0, talk: 0, inquiry: 0 },
    vitals: { lcp: new Map(), cls: new Map(), inp: new Map() },
    goals: new Map(goals.map(({ id }) => [id, 0])),
  }
}

type Matched = Counting & { matched: Uint8Array; acts: readonly Act[] }

export function countDay(counts: VisitCounts, day: SortedDay, counting: Counting): void {
  const { selection, cut } = counting
  const matched = matchVisits(day, selection, cut)
  const acts = day.acts.filter(
    (act) =>
      act.minute < cut && (act.visit === null ? isActMatched(act, selection) : matched[act.visit] === 1),
  )
  const found: Matched = { ...counting, matched, acts }
  countVisitors(counts, day, found)
  countViews(counts, day, found)
  countActs(counts, found)
  countVitals(counts, day, matched)
  for (const goal of selection.goals) addCount(counts.goals, goal.id, conversionsOf(day, goal, found))
}

/** A visitor counts in the minute of their first view or act, so that the hours sum up to the day. */
function countVisitors(counts: VisitCounts, { starts, minute }: SortedDay, found: Matched): void {
  const { matched, cut, acts, pointAt } = found
  const firstAct = new Map<number, number>()
  for (const act of acts)
    if (act.visit !== null) firstAct.set(act.visit, Math.min(act.minute, firstAct.get(act.visit) ?? Infinity))
  for (let visit = 0; visit < matched.length; visit += 1) {
    if (matched[visit] === 0) continue
    const [start, end] = [Number(starts[visit]), Number(starts[visit + 1])]
    const firstView = start < end ? Number(minute[start]) : Infinity
    const first = Math.min(firstView, firstAct.get(visit) ?? Infinity)
    if (first >= cut) continue
    counts.visitors += 1
    pointAt(first).visitors += 1
    for (let view = start; view < end && Number(minute[view]) < cut; view += 1) {
      counts.pageViews += 1
      pointAt(Number(minute[view])).pageViews += 1
    }
  }
}

type Tally = { n: Uint32Array; visitors: Uint32Array; last: Int32Array }

function tallyOf(keys: Keys): Tally {
  const last = new Int32Array(keys.length).fill(-1)
  return { n: new Uint32Array(keys.length), visitors: new Uint32Array(keys.length), last }
}

/** Views of a visit are contiguous, so comparing with the key's last visit tells whether this one is new. */
function addView({ n, visitors, last }: Tally, index: number, visit: number): void {
  n[index] = Number(n[index]) + 1
  if (last[index] === visit) return
  last[index] = visit
  visitors[index] = Number(visitors[index]) + 1
}

const byOrigin = [
  ['referrers', 'originReferrer', (day: SortedDay) => day.referrers],
  ['campaigns', 'originCampaign', (day: SortedDay) => day.campaigns],
  ['countries', 'originCountry', (day: SortedDay) => day.countries],
  ['devices', 'originDevice', (day: SortedDay) => day.devices],
  ['languages', 'originLanguage', (day: SortedDay) => day.languages],
  ['channels', 'originChannel', () => channelKeys],
  ['assistants', 'originAssistant', () => assistantKeys],
] as const

function countViews(counts: VisitCounts, day: SortedDay, { matched, cut, selection }: Matched): void {
  const { starts, minute, path, origin } = day
  const pages = tallyOf(day.paths)
  const tallies = byOrigin.map(([, column, keysOf]) => ({ column: day[column], tally: tallyOf(keysOf(day)) }))
  for (let visit = 0; visit < matched.length; visit += 1) {
    if (matched[visit] === 0) continue
    const end = Number(starts[visit + 1])
    for (let view = Number(starts[visit]); view < end && Number(minute[view]) < cut; view += 1) {
      addView(pages, Number(path[view]), visit)
      const from = Number(origin[view])
      for (const { column, tally } of tallies) addView(tally, Number(column[from]), visit)
    }
  }
  addTally(counts.lists.pages, day.paths, pages)
  for (const [n, [panel, , keysOf]] of byOrigin.entries()) {
    const tally = tallies[n]?.tally
    if (!tally) continue
    addTally(counts.lists[panel], keysOf(day), tally)
    // Views without a language are of a time when the site had only the main one.
    if (panel === 'languages' && tally.n[0] !== 0)
      addRow(counts.lists.languages, selection.mainLanguage, Number(tally.n[0]), Number(tally.visitors[0]))
  }
  countFunnel(counts, day, { matched, cut })
}

function addTally(rows: Map<string, PanelRow>, keys: Keys, { n, visitors }: Tally): void {
  for (let index = 1; index < n.length; index += 1) {
    const key = keys[index]
    if (n[index] !== 0 && typeof key === 'string')
      addRow(rows, key, Number(n[index]), Number(visitors[index]))
  }
}

function addRow(rows: Map<string, PanelRow>, key: string, n: number, visitors: number): void {
  const row = rows.get(key)
  if (row) {
    row.n += n
    row.visitors += visitors
  } else rows.set(key, { key, n, visitors })
}

function countFunnel(
  { funnel }: VisitCounts,
  { starts, minute, path, pathStep }: SortedDay,
  { matched, cut }: Pick<Matched, 'matched' | 'cut'>,
): void {
  for (let visit = 0; visit < matched.length; visit += 1) {
    if (matched[visit] === 0) continue
    let seen = 0
    const [start, end] = [Number(starts[visit]), Number(starts[visit + 1])]
    for (let view = start; view < end && Number(minute[view]) < cut; view += 1)
      seen |= 4 | Number(pathStep[Number(path[view])])
    if (seen & 4) funnel.page += 1
    if (seen & 1) funnel.service += 1
    if (seen & 2) funnel.talk += 1
  }
}

function countActs(counts: VisitCounts, { acts, pointAt }: Matched): void {
  const { lists, funnel } = counts
  const inquirers = new Set<string>()
  for (const { kind, minute, visit, path, landing, service, referrer, utm, language } of acts) {
    if (kind === 'chat') {
      counts.chats += 1
      funnel.talk += 1
    } else if (kind === 'contact_form') {
      counts.contacts += 1
      pointAt(minute).contacts += 1
      funnel.inquiry += 1
      if (plainPath({ path, language }) !== CONTACT_PAGE) funnel.talk += 1
      addRow(lists['lead-channels'], utm ?? referrer ?? 'direct', 1, 0)
      if (landing !== null) addRow(lists['lead-pages'], landing, 1, 0)
    } else if (service !== null) {
      const name = `${visit} ${service}`
      const isNew = visit !== null && !inquirers.has(name)
      inquirers.add(name)
      addRow(lists.services, service, 1, isNew ? 1 : 0)
    }
  }
}

function countVitals(counts: VisitCounts, day: SortedDay, matched: Uint8Array): void {
  const { vitalVisit } = day
  for (let n = 0; n < vitalVisit.length; n += 1) {
    if (matched[Number(vitalVisit[n])] === 0) continue
    for (const vital of vitals) {
      const bucket = Number(day[vital][n])
      if (bucket > 0) addCount(counts.vitals[vital], (bucket - 1) * vitalStep(vital), 1)
    }
  }
}

function addCount<Key>(counts: Map<Key, number>, key: Key, n: number): void {
  const known = counts.get(key)
  counts.set(key, known === undefined ? n : known + n)
}

/** Returns the number of visits that reached a page, or of events. */
function conversionsOf(day: SortedDay, goal: Goal, { matched, cut, acts }: Matched): number {
  if (goal.kind !== 'page') return acts.filter(({ kind }) => kind === goal.kind).length
  const page = day.paths.indexOf(goal.path)
  if (page < 1) return 0
  let reached = 0
  for (let visit = 0; visit < matched.length; visit += 1) {
    if (matched[visit] === 0) continue
    const end = Number(day.starts[visit + 1])
    for (let view = Number(day.starts[visit]); view < end && Number(day.minute[view]) < cut; view += 1)
      if (day.path[view] === page) {
        reached += 1
        break
      }
  }
  return reached
}
