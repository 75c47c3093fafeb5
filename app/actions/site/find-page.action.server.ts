import { z } from 'zod'

import { findPages } from '#app/features/knowledge/search/find-pages.server.ts'

import { defineAction } from '../define-action.ts'
import { text } from '../fields.ts'

export const findPageAction = defineAction({
  name: 'find_page',
  title: 'Find pages',
  description:
    'Finds pages, posts and public documents of this site by what they are about, with their addresses.',
  input: z.strictObject({ about: text(200).min(1) }),
  output: z.object({ pages: z.array(z.object({ title: z.string(), url: z.string() })) }),
  permission: null,
  effect: 'reads',
  isForVisitors: true,
  rest: { method: 'GET', path: '/search/pages' },
  async run(ctx, { about }) {
    const [pages, { publicUrl }] = await Promise.all([findPages(ctx, about), ctx.site(ctx)])
    return {
      pages: pages.map(({ title, path }) => ({ title, url: URL.parse(path, publicUrl)?.href ?? path })),
    }
  },
})
