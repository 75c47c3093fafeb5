import { dayOf } from '#app/lib/site-day.ts'

import { type Interval, type OpenInterval, openIntervals, type WeeklyHours } from './open-intervals.ts'

const MINUTE_MS = 60_000

/** Durations are in minutes. */
export type MeetingRules = {
  length: number
  bufferBefore: number
  bufferAfter: number
  notice: number
  /** Most meetings of this type per day and member; null for no limit. */
  dailyMaximum: number | null
}

export type MemberTime = {
  hours: WeeklyHours
  /** Time taken by calendars, holds and bookings with their buffers; in any order, overlaps allowed. */
  busy: readonly Interval[]
  /** Start times of existing bookings of this type. */
  booked: readonly number[]
}

/** Minutes between offered times: a quarter of an hour for short meetings, otherwise half an hour. */
export function stepOf(length: number): number {
  return length <= 15 ? 15 : 30
}

/** Returns the start times at which this member is free in a range, in milliseconds UTC, ascending. */
export function freeTimes(
  rules: MeetingRules,
  { hours, busy, booked }: MemberTime,
  { from, to, now }: Interval & { now: number },
): number[] {
  const length = rules.length * MINUTE_MS
  const step = stepOf(rules.length) * MINUTE_MS
  const earliest = Math.max(from, now + rules.notice * MINUTE_MS)
  const open = openIntervals(hours, { from: earliest, to: to + length })
  const joined = merge(open)
  const taken = merge(busy)
  const perDay = countByDay(booked, hours.timeZone)
  return startsIn(open, { earliest, to, step }).filter((start) => {
    if (!joined.some((each) => each.from <= start && start + length <= each.to)) return false
    const blocked = blockedBy(rules, start)
    if (overlapsAny(taken, blocked)) return false
    const { dailyMaximum } = rules
    return dailyMaximum === null || !isFull(perDay.get(dayOf(start, hours.timeZone)), dailyMaximum)
  })
}

/** Returns the time that a meeting takes, including its buffers. */
export function blockedBy(rules: MeetingRules, start: number): Interval {
  return {
    from: start - rules.bufferBefore * MINUTE_MS,
    to: start + (rules.length + rules.bufferAfter) * MINUTE_MS,
  }
}

type Steps = { earliest: number; to: number; step: number }

function startsIn(open: readonly OpenInterval[], { earliest, to, step }: Steps): number[] {
  const starts = new Set<number>()
  for (const { from, to: end, origin } of open) {
    const first = Math.max(from, earliest)
    const last = Math.min(end, to)
    for (let at = origin + Math.ceil((first - origin) / step) * step; at < last; at += step) starts.add(at)
  }
  return [...starts].toSorted((one, other) => one - other)
}

/** Returns the intervals sorted, with overlapping and adjacent ones joined. */
export function merge(intervals: readonly Interval[]): Interval[] {
  const merged: Interval[] = []
  for (const each of intervals.toSorted((one, other) => one.from - other.from)) {
    const last = merged.at(-1)
    if (!last || each.from > last.to) {
      if (each.to > each.from) merged.push(each)
    } else if (each.to > last.to) merged[merged.length - 1] = { from: last.from, to: each.to }
  }
  return merged
}

function overlapsAny(sorted: readonly Interval[], { from, to }: Interval): boolean {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sorted[middle]?.to ?? Infinity) <= from) low = middle + 1
    else high = middle
  }
  const first = sorted[low]
  return first !== undefined && first.from < to
}

function isFull(count: number | undefined, most: number): boolean {
  return count === undefined ? most === 0 : count >= most
}

function countByDay(starts: readonly number[], timeZone: string): Map<string, number> {
  const counts = new Map<string, number>()
  for (const start of starts) {
    const day = dayOf(start, timeZone)
    const before = counts.get(day)
    counts.set(day, before === undefined ? 1 : before + 1)
  }
  return counts
}
