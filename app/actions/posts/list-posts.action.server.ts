import { z } from 'zod'

import { listPostsAfter } from '#app/features/blog/list-posts.server.ts'

import { pageBy } from '../cursor.ts'
import { defineAction } from '../define-action.ts'
import { languageOf, pageOf, paging, q } from '../fields.ts'

import { postRecord, toPostRecord } from './post-record.ts'

export const listPostsAction = defineAction({
  name: 'list_posts',
  title: 'List posts',
  description: 'Lists the posts of the blog in any state, the newest first, or finds words in them.',
  input: z.strictObject({
    q,
    state: z.enum(['draft', 'scheduled', 'published']).optional(),
    language: languageOf,
    ...paging,
  }),
  output: pageOf(postRecord),
  permission: 'content.read',
  effect: 'reads',
  isForVisitors: false,
  rest: { method: 'GET', path: '/posts' },
  run: (ctx, { state = null, language, q: words, ...asked }) =>
    pageBy(
      'created_at',
      asked,
      (next) => listPostsAfter(ctx, { q: words.trim(), state, language, ...next }),
      (post) => toPostRecord(post),
    ),
})
