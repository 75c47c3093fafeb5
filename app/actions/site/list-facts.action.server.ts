import { z } from 'zod'

import { readFacts } from '#app/features/content/facts/save-facts.server.ts'

import { pageOfList } from '../cursor.ts'
import { defineAction } from '../define-action.ts'
import { pageOf, paging } from '../fields.ts'

export const factRecord = z.object({ name: z.string(), title: z.string(), value: z.string() })

export const listFactsAction = defineAction({
  name: 'list_facts',
  title: 'List facts',
  description: 'Lists the facts that pages use, such as opening hours and reply times, with their values.',
  input: z.strictObject(paging),
  output: pageOf(factRecord),
  permission: 'content.read',
  effect: 'reads',
  isForVisitors: false,
  rest: { method: 'GET', path: '/facts' },
  run: async (ctx, input) => pageOfList(await readFacts(ctx), input, (fact) => fact),
})
