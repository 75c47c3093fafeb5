import { data } from 'react-router'

import type { Ctx } from '#app/platform/context.server.ts'

import { deletePost } from '../delete-post.server.ts'
import { publishPost } from '../publish-post.server.ts'
import { unpublishPost } from '../unpublish-post.server.ts'

import { type PostAnswer, refusedAnswer } from './read-post-request.server.ts'

const changes = {
  publish: {
    verb: publishPost,
    done: 'Blog post published successfully',
    failed: 'Failed to publish blog post',
  },
  unpublish: {
    verb: unpublishPost,
    done: 'Blog post unpublished successfully',
    failed: 'Failed to unpublish blog post',
  },
  delete: { verb: deletePost, done: 'Blog post deleted successfully', failed: 'Failed to delete blog post' },
} as const

export function isPostChange(intent: string): intent is keyof typeof changes {
  return Object.hasOwn(changes, intent)
}

/** Does to a post what a button of the list says, and tells how it went (§8). */
export async function changeListedPost(ctx: Ctx, intent: keyof typeof changes, id: string) {
  const { verb, done, failed } = changes[intent]
  try {
    await verb(ctx, id)
    return data<PostAnswer>({ toast: { title: 'Success', text: done } })
  } catch (error) {
    const { answer, status } = refusedAnswer(ctx, error, failed)
    return data<PostAnswer>(answer, { status })
  }
}
