import { z } from 'zod'

import { publishPost, unpublishPost } from '#app/features/blog/change-post-state.server.ts'

import { defineAction } from '../define-action.ts'
import { id } from '../fields.ts'

import { readPost } from './get-post.action.server.ts'
import { postDetail } from './post-record.ts'

export const publishPostAction = defineAction({
  name: 'publish_post',
  title: 'Publish a post',
  description:
    'Publishes a post of the blog at once, or makes it a draft without a schedule if isPublished is false.',
  input: z.strictObject({
    id,
    // Without a default, because a request that says nothing must not publish.
    isPublished: z.boolean('Please say true or false.').describe('False makes it a draft'),
  }),
  output: postDetail,
  permission: 'content.write',
  effect: 'changes',
  isForVisitors: false,
  rest: { method: 'PATCH', path: '/posts/{id}' },
  async run(ctx, { id: postId, isPublished }) {
    const post = await readPost(ctx, postId)
    const isScheduled = post.publishAt !== null
    if (post.isPublished !== isPublished || isScheduled)
      await (isPublished ? publishPost : unpublishPost)(ctx, postId)
    return readPost(ctx, postId)
  },
})
