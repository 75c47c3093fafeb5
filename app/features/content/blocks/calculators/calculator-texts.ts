import { z } from 'zod'

/** The words of the starter site; blocks of version 1 take the texts that they lack from here. */
export const voiceTexts = {
  title: 'Your saving',
  text: 'Move the numbers to your own.',
  calls: 'Calls a day',
  minutes: 'Minutes a call',
  days: 'Working days a month',
  talk: 'Call minutes a month',
  human: 'Today, with people',
  voice: 'With voice agents, and people for the rest',
  saving: 'You save',
  perMonth: '{amount} a month',
  share: '{percent} less',
  none: 'At these numbers a voice agent would not save you money. Ask us about peaks and nights instead.',
  assumptions: 'Assumptions',
  occupancy: 'Share of paid time spent on calls, in percent',
  stillPeople: 'Calls that a person still takes, in percent',
  capacity: 'Minutes a month that one voice agent takes',
  personFrom: 'A month of a person on the phone costs, at least',
  personTo: 'A month of a person on the phone costs, at most',
  formula:
    'Today: call minutes a month ÷ 60 ÷ the share of paid time spent on calls ÷ 173 paid hours a month × what a person costs. With voice agents: the calls that a person still takes cost what they cost today; the rest costs {agentFrom}–{agentTo} a month for each voice agent. An estimate from assumptions, which you can change, and not an offer.',
  send: 'Send me this',
}

export const workflowTexts = {
  title: 'Your return',
  text: 'Take one routine that annoys you, and put in its numbers.',
  people: 'People doing it',
  runs: 'Times a day, each',
  minutes: 'Minutes each time',
  rate: 'Cost of an hour',
  hours: 'Hours a month, all together',
  hoursToday: 'Hours a year today',
  hoursSaved: 'Hours back each year',
  perYear: 'Saved each year',
  none: 'At these numbers automation would not pay for itself. Ask us which of your routines would.',
  assumptions: 'Assumptions',
  days: 'Working days a month',
  shareFrom: 'Share that software takes over, at least, in percent',
  shareTo: 'Share that software takes over, at most, in percent',
  checking: 'Of that, time to check the results, in percent',
  cost: 'Cost of the automation a year',
  formula:
    'Hours a year: people × times a day × minutes × working days a month × 12 ÷ 60, and 8 hours a day for each person at most. Saved: the share that software takes over, less the time to check it, × the cost of an hour, less the cost of the automation: put in yours once you have our quote. An estimate from assumptions, which you can change, and not an offer.',
  send: 'Send me this',
}

/** Returns `texts` with those words of an earlier version that still mean the same. */
export function keepWords<Texts extends Readonly<Record<string, string>>>(
  texts: Texts,
  former: unknown,
  kept: Readonly<Partial<Record<keyof Texts & string, string>>>,
): Texts {
  const stored = z.record(z.string(), z.unknown()).catch({}).parse(former)
  const words = Object.entries<string | undefined>(kept).flatMap(([name, formerName]) => {
    const word = formerName === undefined ? undefined : stored[formerName]
    return typeof word === 'string' ? [[name, word]] : []
  })
  return { ...texts, ...Object.fromEntries(words) }
}
