import { z } from 'zod'

import { listPages } from '#app/features/content/pages/read-pages.server.ts'

import { pageOfList } from '../cursor.ts'
import { defineAction } from '../define-action.ts'
import { id, isoTime, pageOf, paging, time } from '../fields.ts'

const pageRecord = z.object({
  id,
  name: z.string(),
  path: z.string(),
  kind: z.string(),
  state: z.string(),
  updatedAt: time,
})

export const listPagesAction = defineAction({
  name: 'list_pages',
  title: 'List pages',
  description: 'Lists the pages of the site in any state, in the order of the menus.',
  input: z.strictObject(paging),
  output: pageOf(pageRecord),
  permission: 'content.read',
  effect: 'reads',
  isForVisitors: false,
  rest: { method: 'GET', path: '/pages' },
  run: async (ctx, input) =>
    pageOfList(await listPages(ctx), input, ({ updatedAt, ...page }) => ({
      ...page,
      updatedAt: isoTime(updatedAt),
    })),
})
