import { setTimeout as pause } from 'node:timers/promises'

import { assertDefined } from '../app/lib/assert-defined.ts'

import type { Answer, Who } from './attacker.ts'
import { type Grammar, isBroken } from './grammar.ts'
import type { Target } from './target.ts'

/** In milliseconds, per request. */
const MAY_DELAY: Readonly<Record<Who, number>> = { stranger: 50, owner: 200 }
/** For a whole crowd; one of its requests starts per turn of the event loop. */
const CROWD_MAY_DELAY = 200
/** Linear growth is 2 per doubling; n·log n is 2.2. */
const MAY_GROW = 2.6
/** In milliseconds. Less CPU time is measured too coarsely to compare. */
const COUNTED_FROM = 40
const CLEAR_ALONE = 250
/** Includes child processes. For the owner, one of them may take 600 MB. */
const MAY_HOLD_MEGABYTES: Readonly<Record<Who, number>> = { stranger: 400, owner: 1000 }
/** The short version also runs on busy machines, where garbage is collected later: up to 523 MB were measured. */
const SHORT_MAY_HOLD_MEGABYTES: Readonly<Record<Who, number>> = { stranger: 700, owner: 1000 }
const LONG_ENOUGH = 5000
const TRIES = 6
/** Milliseconds to wait before the second try, twice as many before the third, so that other work on the machine can end. */
const BETWEEN_TRIES = 300

type Sample = {
  size: number
  status: number
  retryAfter: boolean
  cpu: number
  delay: number
  peak: number
  took: number
  died: boolean
  unanswered: number
}

export type Finding = {
  grammar: Grammar
  largest: number
  statuses: number[]
  delay: number
  /** Null if everything was too quick to measure. */
  growth: number | null
  cpu: number
  peak: number
  faults: string[]
}

/** Increases the size eightfold until the cost is measurable, then doubles it. The best of several tries counts. */
export async function grow(
  target: Target,
  grammar: Grammar,
  { isShort }: { isShort: boolean },
): Promise<Finding> {
  const samples: Sample[] = []
  const take = async (size: number): Promise<Sample> => {
    let sample = await measure(target, grammar, size)
    for (let tries = 1; tries < TRIES && isWorthAnother(grammar, sample); tries += 1) {
      await pause(tries * BETWEEN_TRIES)
      sample = better(sample, await measure(target, grammar, size))
    }
    samples.push(sample)
    if (sample.died) await target.restart()
    return sample
  }
  const sizes = strides(grammar)
  // The short version tries the largest input first, and smaller ones only if that one is rejected as too large.
  for (const size of isShort ? sizes.toReversed() : sizes) {
    const { died, took, status } = await take(size)
    if (died || took > LONG_ENOUGH || tooLarge.has(status) !== isShort) break
  }
  const largest = samples.findLast(({ status }) => !tooLarge.has(status))
  const isTimed = !(isShort && grammar.isCrowd)
  if (isTimed && largest && !largest.died && largest.cpu >= COUNTED_FROM)
    for (const size of [2, 4, 8].map((part) => Math.round(largest.size / part)))
      if (size >= grammar.sizes.from && !samples.some((sample) => sample.size === size)) await take(size)
  samples.sort((one, other) => one.size - other.size)
  if (growthOf(samples).isSteep) await again(target, grammar, samples)
  return describe(grammar, samples, (isShort ? SHORT_MAY_HOLD_MEGABYTES : MAY_HOLD_MEGABYTES)[grammar.who])
}

const tooLarge = new Set([413, 414, 431])
const STRIDE = 8

function strides({ sizes: { from, to } }: Grammar): number[] {
  const sizes: number[] = [to]
  for (let size = to / STRIDE; size >= from; size /= STRIDE) sizes.unshift(Math.round(size))
  return sizes
}

async function measure(target: Target, grammar: Grammar, size: number): Promise<Sample> {
  target.watch()
  const before = target.cpu()
  const start = performance.now()
  const answer: Answer = await grammar.send(target.attacker, size)
  const took = performance.now() - start
  if (grammar.goesOn) await target.quiet()
  // Also covers a delay that begins with the last byte of the response.
  else await pause(8)
  const cpu = target.cpu() - before
  const { worst, failures } = await target.watched()
  const died = !target.isAlive()
  const { status, retryAfter } = answer
  return {
    size,
    status,
    retryAfter,
    cpu,
    took,
    delay: worst,
    peak: died ? 0 : target.peak(),
    died,
    unanswered: failures,
  }
}

/** A busy machine adds milliseconds, not seconds. */
function isWorthAnother(grammar: Grammar, { delay, died }: Sample): boolean {
  return !died && delay > mayDelay(grammar) && delay < mayDelay(grammar) * 10
}

export function mayDelay({ who, isCrowd }: Grammar): number {
  return isCrowd ? CROWD_MAY_DELAY : MAY_DELAY[who]
}

function better(one: Sample, other: Sample): Sample {
  return {
    ...other,
    cpu: Math.min(one.cpu, other.cpu),
    delay: Math.min(one.delay, other.delay),
    took: Math.min(one.took, other.took),
    peak: Math.min(one.peak, other.peak),
    unanswered: Math.min(one.unanswered, other.unanswered),
  }
}

async function again(target: Target, grammar: Grammar, samples: Sample[]): Promise<void> {
  for (let tries = 1; tries < TRIES && growthOf(samples).isSteep; tries += 1)
    for (const [index, sample] of samples.entries())
      if (sample.cpu >= COUNTED_FROM / 2 && !sample.died && target.isAlive())
        samples[index] = better(sample, await measure(target, grammar, sample.size))
}

function growthOf(samples: readonly Sample[]): { steepest: number | null; isSteep: boolean } {
  const ratios: { ratio: number; cpu: number }[] = []
  for (const [index, { cpu, size }] of samples.entries()) {
    const before = samples[index - 1]
    if (!before || before.cpu < COUNTED_FROM || Number.isNaN(cpu)) continue
    ratios.push({ ratio: (cpu / before.cpu) ** (1 / Math.log2(size / before.size)), cpu })
  }
  const [last, beforeLast] = ratios.toReversed()
  const isSteep =
    last !== undefined &&
    last.ratio > MAY_GROW &&
    (beforeLast ? beforeLast.ratio > MAY_GROW : last.cpu > CLEAR_ALONE)
  return { steepest: ratios.length > 0 ? Math.max(...ratios.map(({ ratio }) => ratio)) : null, isSteep }
}

function describe(grammar: Grammar, samples: readonly Sample[], mayHold: number): Finding {
  const most = (pick: (sample: Sample) => number) =>
    Math.max(...samples.map(pick).filter((n) => !Number.isNaN(n)), 0)
  const statuses = [...new Set(samples.map(({ status }) => status))]
  const { steepest, isSteep } = growthOf(samples)
  const delay = most((sample) => sample.delay)
  const peak = most((sample) => sample.peak)
  const broken = samples.filter(isBroken)
  const faults = [
    delay > mayDelay(grammar) && `a cached page waits ${delay.toFixed(0)} ms`,
    isSteep && `grows ${steepest?.toFixed(1)}× a doubling`,
    broken.length > 0 && `answered ${broken[0]?.status}`,
    samples.some(({ died }) => died) && 'the process died',
    samples.some(({ unanswered, died }) => unanswered > 0 && !died) && 'a cached page was not answered',
    peak > mayHold && `${peak.toFixed(0)} MB`,
  ].filter((fault) => fault !== false)
  return {
    grammar,
    largest: assertDefined(samples.at(-1), 'every input is sent').size,
    statuses,
    delay,
    growth: steepest,
    cpu: most((sample) => sample.cpu),
    peak,
    faults,
  }
}
