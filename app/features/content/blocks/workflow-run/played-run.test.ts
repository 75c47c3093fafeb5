import { expect, test } from 'vitest'

import {
  advance,
  beginRun,
  decide,
  finishedRun,
  isErrorFound,
  logOf,
  type Run,
  type RunPlan,
  stateOf,
} from './played-run.ts'

const step = { log: 'Done.', errorLog: '', seconds: 2, reads: false, asks: false }
const plan: RunPlan = {
  startsAt: '23:59:57',
  fields: 2,
  approved: 'Approved.',
  sentBack: 'Returned.',
  steps: [
    { ...step, name: 'Read', reads: true },
    { ...step, name: 'Matched', errorLog: 'Differs.', asks: true },
    { ...step, name: 'Booked' },
  ],
}

function untilStill(run: Run, of = plan): Run {
  const next = advance(of, run)
  return next === run ? run : untilStill(next, of)
}

const lines = (run: Run, of = plan) => logOf(of, run).map(({ at, name, text }) => `${at} ${name}: ${text}`)

test('a run reads each field, does each step and ends as the finished run', () => {
  const first = advance(plan, beginRun(false))
  expect(first).toMatchObject({ step: 0, read: 1, phase: 'running' })
  expect(untilStill(first)).toEqual(finishedRun(plan))
  expect(lines(finishedRun(plan))).toEqual([
    '23:59:59 Read: Done.',
    '00:00:01 Matched: Done.',
    '00:00:03 Booked: Done.',
  ])
})

test('with an error it waits for a person, and goes on once approved, at the time it took', () => {
  const asked = untilStill(beginRun(true))
  expect(plan.steps.map((_, index) => stateOf(asked, index))).toEqual(['done', 'asked', 'waiting'])
  expect(isErrorFound(plan, beginRun(true))).toBe(false)
  expect(isErrorFound(plan, asked)).toBe(true)
  expect(lines(asked)).toEqual(['23:59:59 Read: Done.', '00:00:01 Matched: Differs.'])
  const ended = untilStill(decide(plan, asked, true, 70.4))
  expect(ended.phase).toBe('done')
  expect(lines(ended).slice(2)).toEqual(['00:01:11 Matched: Approved.', '00:01:13 Booked: Done.'])
})

test('a run that is sent back ends', () => {
  const sent = decide(plan, untilStill(beginRun(true)), false, 0)
  expect(untilStill(sent)).toBe(sent)
  expect(plan.steps.map((_, index) => stateOf(sent, index))).toEqual(['done', 'sentBack', 'waiting'])
  expect(lines(sent).at(-1)).toBe('00:00:02 Matched: Returned.')
})

test('a decision without a question has no effect', () => {
  expect(decide(plan, beginRun(true), true, 1)).toEqual(beginRun(true))
})

test.each(['', 'noon', '9:14', '25:61:99', '-1:x'])('a run that begins at “%s” has times', (startsAt) => {
  for (const line of lines(finishedRun(plan), { ...plan, startsAt })) expect(line).toMatch(/:/)
  for (const { at } of logOf({ ...plan, startsAt }, finishedRun(plan))) expect(at).toMatch(/^\d\d:\d\d:\d\d$/)
})

test('a plan without steps or fields ends at once', () => {
  const empty = { ...plan, steps: [], fields: 0 }
  expect(logOf(empty, untilStill(beginRun(true), empty))).toEqual([])
  const alone = { ...plan, steps: [{ ...step, name: 'Read', reads: true }], fields: 0 }
  expect(untilStill(beginRun(false), alone).phase).toBe('done')
})
