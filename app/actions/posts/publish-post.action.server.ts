import { z } from 'zod'

import { publishPost, unpublishPost } from '#app/features/blog/change-post-state.server.ts'

import { defineAction } from '../define-action.ts'
import { id } from '../fields.ts'

import { readPost } from './get-post.action.server.ts'
import { postDetail } from './post-record.ts'

export const publishPostAction = defineAction({
  name: 'publish_post',
  title: 'Publish a post',
  description: 'Publishes a post of the blog, or unpublishes it if isPublished is false.',
  input: z.strictObject({ id, isPublished: z.boolean().default(true) }),
  output: postDetail,
  permission: 'content.write',
  effect: 'changes',
  isForVisitors: false,
  rest: { method: 'PATCH', path: '/posts/{id}' },
  async run(ctx, { id: postId, isPublished }) {
    const post = await readPost(ctx, postId)
    if (post.isPublished !== isPublished) await (isPublished ? publishPost : unpublishPost)(ctx, postId)
    return readPost(ctx, postId)
  },
})
