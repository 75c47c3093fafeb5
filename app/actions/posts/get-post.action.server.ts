import { z } from 'zod'

import { getPost } from '#app/features/blog/get-post.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'

import { defineAction } from '../define-action.ts'
import { id } from '../fields.ts'

import { postDetail, toPostRecord } from './post-record.ts'

/** Also the output of actions that change a post. */
export async function readPost(ctx: Ctx, postId: string): Promise<z.input<typeof postDetail>> {
  const post = await getPost(ctx, postId)
  return { ...toPostRecord(post), content: post.source }
}

export const getPostAction = defineAction({
  name: 'get_post',
  title: 'Read a post',
  description: 'Reads a post of the blog with its text.',
  input: z.strictObject({ id }),
  output: postDetail,
  permission: 'content.read',
  effect: 'reads',
  isForVisitors: false,
  rest: { method: 'GET', path: '/posts/{id}' },
  run: (ctx, input) => readPost(ctx, input.id),
})
