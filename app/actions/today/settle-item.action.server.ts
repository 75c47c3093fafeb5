import { z } from 'zod'

import { itemSchema, settleNeed, snoozeNeed, undoToday } from '#app/features/today/change-today.server.ts'
import { type Snooze, snoozes } from '#app/features/today/needs.ts'

import { defineAction } from '../define-action.ts'
import { isoTime, text, time } from '../fields.ts'

const { item } = itemSchema.shape
const did = z.enum(['done', 'snoozed'])

export const settleItemAction = defineAction({
  name: 'settle_item',
  title: 'Mark as done or snooze',
  description:
    'Removes an item from Today, permanently or until later. A waiting visitor then no longer waits, and the next step of a lead is removed.',
  input: z.strictObject({
    item,
    until: z
      .enum(Object.keys(snoozes) as [Snooze, ...Snooze[]])
      .optional()
      .describe('Leave it out if the item is done'),
  }),
  output: z.object({
    item: z.string(),
    did,
    until: time.nullable().describe('When it comes back'),
    before: z.string().nullable().describe('The next step that was removed'),
  }),
  permission: 'leads.write',
  effect: 'changes',
  isForVisitors: false,
  rest: { method: 'PATCH', path: '/today/{item}' },
  async run(ctx, { item: name, until }) {
    if (until !== undefined) {
      const snoozed = await snoozeNeed(ctx, { item: name, until })
      return { item: name, did: 'snoozed' as const, until: isoTime(snoozed.until), before: null }
    }
    const { before = null } = await settleNeed(ctx, { item: name })
    return { item: name, did: 'done' as const, until: null, before }
  },
})

export const restoreItemAction = defineAction({
  name: 'restore_item',
  title: 'Back to the list',
  description: 'Undoes settle_item, with what settle_item returned.',
  input: z.strictObject({ item, did, before: text(1000).nullable().default(null) }),
  output: z.object({ item: z.string() }),
  permission: 'leads.write',
  effect: 'changes',
  isForVisitors: false,
  rest: { method: 'PUT', path: '/today/{item}' },
  async run(ctx, { before, ...undo }) {
    await undoToday(ctx, { ...undo, ...(before !== null && { before }) })
    return { item: undo.item }
  },
})
