import { z } from 'zod'

import { listPages } from '#app/features/content/pages/read-pages.server.ts'

import { pageOfList } from '../cursor.ts'
import { defineAction } from '../define-action.ts'
import { isoTime, pageOf, paging, time } from '../fields.ts'
import { inLanguage, readerLanguage } from '../in-language.server.ts'

const pageRecord = z.object({
  id: z.string().describe('The id of a record'),
  name: z.string(),
  path: z.string(),
  kind: z.string(),
  state: z.string(),
  updatedAt: time,
  language: z.string().describe('Such as de or pt-BR'),
  sourceId: z.string().nullable().describe('The page in the main language that it is a version of'),
})

export const listPagesAction = defineAction({
  name: 'list_pages',
  title: 'List pages',
  description:
    'Lists the pages of the site in one of its languages, in any state and in the order of the menus.',
  input: z.strictObject({ language: readerLanguage, ...paging }),
  output: pageOf(pageRecord),
  permission: 'content.read',
  effect: 'reads',
  isForVisitors: false,
  rest: { method: 'GET', path: '/pages' },
  async run(outer, { language: asked, ...input }) {
    const ctx = await inLanguage(outer, asked)
    const [{ language }, pages] = await Promise.all([ctx.site(ctx), listPages(ctx)])
    return pageOfList(pages, input, ({ updatedAt, ...page }) => ({
      ...page,
      language,
      updatedAt: isoTime(updatedAt),
    }))
  },
})
