import fc from 'fast-check'
import { expect, test } from 'vitest'

import { defaultLocale } from '#app/lib/messages.ts'

import { parseBlock } from '#app/features/content/parse-block.ts'

import { voiceTexts, workflowTexts } from './calculator-texts.ts'
import { type AmountRange, type Given, type Quantity } from './quantities.ts'
import { callsFor, describeVoice, voiceExample, voiceQuantities, voiceSaving } from './voice-saving.ts'
import { runsFor, workflowExample, workflowQuantities, workflowSaving } from './workflow-saving.ts'

/** Generates numbers within and beyond the limits. */
function given<Names extends string>(
  quantities: Readonly<Record<Names, Quantity>>,
): fc.Arbitrary<Given<Names>> {
  const names = Object.keys(quantities) as Names[]
  const each = names.map((name) => {
    const { min, max } = quantities[name]
    return [name, fc.oneof(fc.double({ min: -max, max: max * 2, noNaN: true }), fc.constantFrom(min, max))]
  })
  return fc.record(Object.fromEntries(each)) as fc.Arbitrary<Given<Names>>
}

const price = fc
  .tuple(fc.integer({ min: 0, max: 100_000 }), fc.integer({ min: 0, max: 100_000 }))
  .map(([from, more]): AmountRange => ({ from, to: from + more }))

const runs = { seed: 94, numRuns: 300 }

const voiceCase = given(voiceQuantities)
const workflowCase = given(workflowQuantities)

function expectRange({ from, to }: AmountRange): void {
  expect(from).toBeGreaterThanOrEqual(0)
  expect(to).toBeGreaterThanOrEqual(from)
  expect(Number.isFinite(to)).toBe(true)
}

/** Allows for rounding errors. */
function expectNotBelow(more: AmountRange, less: AmountRange): void {
  const slack = 1e-9 * (1 + Math.abs(more.to) + Math.abs(less.to))
  expect(more.from).toBeGreaterThanOrEqual(less.from - slack)
  expect(more.to).toBeGreaterThanOrEqual(less.to - slack)
}

test('voice: every result is a range, never negative and never the whole cost', () => {
  fc.assert(
    fc.property(voiceCase, price, (numbers, paid) => {
      const { today, withVoice, saving, share } = voiceSaving(numbers, paid)
      for (const range of [today, withVoice, saving, share]) expectRange(range)
      expect(share.to).toBeLessThanOrEqual(0.95)
      expect(withVoice.from).toBeGreaterThanOrEqual(paid.from)
      expect(saving.to).toBeLessThanOrEqual(today.to)
    }),
    runs,
  )
})

test.each([
  ['calls', 1],
  ['minutes', 1],
  ['days', 1],
  ['capacity', 1],
  ['personFrom', 1],
  ['personTo', 1],
  ['occupancy', -1],
  ['stillPeople', -1],
] as const)('voice: the saving follows %s in one direction', (name, direction) => {
  fc.assert(
    fc.property(voiceCase, price, fc.double({ min: 0, max: 1e5, noNaN: true }), (numbers, paid, step) => {
      const more = { ...numbers, [name]: numbers[name] + direction * step }
      expectNotBelow(voiceSaving(more, paid).saving, voiceSaving(numbers, paid).saving)
    }),
    runs,
  )
})

test('voice: a dearer service never saves more', () => {
  fc.assert(
    fc.property(voiceCase, price, fc.integer({ min: 0, max: 5000 }), (numbers, paid, step) => {
      const dearer = { from: paid.from + step, to: paid.to + step }
      expectNotBelow(voiceSaving(numbers, paid).saving, voiceSaving(numbers, dearer).saving)
    }),
    runs,
  )
})

test('workflow: every result is a range, never negative and never all hours', () => {
  fc.assert(
    fc.property(workflowCase, (numbers) => {
      const { hoursPerMonth, hoursPerYear, hoursSaved, saving } = workflowSaving(numbers)
      expectRange(hoursSaved)
      expectRange(saving)
      expect(hoursSaved.to).toBeLessThan(hoursPerYear)
      expect(hoursPerMonth).toBeLessThanOrEqual(50 * 31 * 8)
    }),
    runs,
  )
})

test.each([
  ['people', 1],
  ['runs', 1],
  ['minutes', 1],
  ['days', 1],
  ['rate', 1],
  ['shareFrom', 1],
  ['shareTo', 1],
  ['checking', -1],
  ['cost', -1],
] as const)('workflow: hours and money follow %s in one direction', (name, direction) => {
  fc.assert(
    fc.property(workflowCase, fc.double({ min: 0, max: 1e5, noNaN: true }), (numbers, step) => {
      const more = workflowSaving({ ...numbers, [name]: numbers[name] + direction * step })
      const less = workflowSaving(numbers)
      expectNotBelow(more.hoursSaved, less.hoursSaved)
      expectNotBelow(more.saving, less.saving)
    }),
    runs,
  )
})

const assumedVoice = { occupancy: 60, stillPeople: 30, capacity: 10_000, personFrom: 3000, personTo: 5000 }
const assumedWork = { days: 21, shareFrom: 50, shareTo: 80, checking: 10, cost: 0 }
const formats = { locale: defaultLocale, currency: 'USD' }

test('minutes a month make calls a day, and hours a month make runs a day', () => {
  const calls = { ...voiceExample, ...assumedVoice }
  expect(voiceSaving({ ...calls, calls: callsFor(4200, calls) }, { from: 0, to: 0 }).talkMinutes).toBe(4200)
  expect(callsFor(10_000_000, calls)).toBe(500)
  const work = { ...workflowExample, ...assumedWork }
  expect(workflowSaving({ ...work, runs: runsFor(200, work) }).hoursPerMonth).toBeCloseTo(200)
  expect(workflowSaving({ ...work, runs: runsFor(1e6, work) }).hoursPerMonth).toBeCloseTo(3 * 8 * 21)
})

test('the worked example, computed by hand', () => {
  // 60 × 5 × 21 = 6,300 minutes = 105 hours, paid for 175 of 173.33: 1.0096 people at $3,000 to $5,000.
  const result = voiceSaving({ ...voiceExample, ...assumedVoice }, { from: 299, to: 999 })
  const { lines, percent } = describeVoice(result, voiceTexts, formats)
  expect(lines.map(({ value }) => value)).toEqual([
    '$3,029–$5,048 a month',
    '$1,208–$2,513 a month',
    '$1,120–$3,230 a month',
  ])
  expect(percent).toBe('37–64%')
  const few = voiceSaving({ ...voiceExample, ...assumedVoice, calls: 3 }, { from: 299, to: 999 })
  expect(describeVoice(few, voiceTexts, formats)).toMatchObject({ savesNothing: true })
})

test('calculators that an owner edited in version 1 keep their words that still hold', () => {
  const voice = parseBlock({
    id: 'saving',
    type: 'voice-calculator',
    version: 1,
    props: {
      title: 'Ours',
      service: 'ai-voice-agents',
      personFrom: 2000,
      personTo: 2500,
      calculator: { title: 'Rechnen', minutes: 'Minuten', formula: 'people × hours', none: '' },
    },
  })
  expect(voice).toMatchObject({
    block: {
      props: {
        title: 'Ours',
        personFrom: 2000,
        occupancy: 60,
        calculator: {
          title: 'Rechnen',
          talk: 'Minuten',
          none: '',
          minutes: voiceTexts.minutes,
          formula: voiceTexts.formula,
        },
      },
    },
  })
  const work = parseBlock({
    id: 'return',
    type: 'workflow-calculator',
    version: 1,
    props: { title: 'Ours', percent: 100, calculator: { people: 'Leute', hours: 'Stunden' } },
  })
  expect(work).toMatchObject({
    block: {
      props: { shareFrom: 65, shareTo: 95, calculator: { people: 'Leute', hours: workflowTexts.hours } },
    },
  })
})
