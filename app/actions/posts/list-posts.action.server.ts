import { z } from 'zod'

import { listPostsAfter } from '#app/features/blog/list-posts.server.ts'

import { pageOfRows, readCursor } from '../cursor.ts'
import { defineAction } from '../define-action.ts'
import { pageOf, paging, q } from '../fields.ts'

import { postRecord, toPostRecord } from './post-record.ts'

export const listPostsAction = defineAction({
  name: 'list_posts',
  title: 'List posts',
  description: 'Lists the posts of the blog in any state, the newest first, or finds words in them.',
  input: z.strictObject({ q, state: z.enum(['draft', 'scheduled', 'published']).optional(), ...paging }),
  output: pageOf(postRecord),
  permission: 'content.read',
  effect: 'reads',
  isForVisitors: false,
  rest: { method: 'GET', path: '/posts' },
  async run(ctx, { limit, cursor, state, q: words }) {
    const mark = readCursor(cursor)
    const rows = await listPostsAfter(ctx, {
      q: words.trim(),
      state: state ?? null,
      after: mark && { id: mark.id, created_at: mark.at },
      limit: limit + 1,
    })
    return pageOfRows(rows, limit, {
      mark: ({ id, created_at }) => ({ at: created_at, id }),
      show: toPostRecord,
    })
  },
})
