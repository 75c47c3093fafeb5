import { createPost } from '#app/features/blog/create-post.server.ts'
import { emptyPostForm, type PostForm } from '#app/features/blog/post-form.ts'
import { schedulePublication } from '#app/features/blog/publish-scheduled-post.job.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'

import { testActor } from '../support/test-ctx.ts'

let made = 0

/** Returns a writer's form; each post has its own title. */
export function postForm(fields: Partial<PostForm> = {}): PostForm {
  made += 1
  return { ...emptyPostForm, title: `Post ${made}`, content: `Text of post ${made}.`, ...fields }
}

export function createTestPost(ctx: Ctx, fields: Partial<PostForm> = {}, published = true) {
  return createPost({ ...ctx, actor: testActor }, { form: postForm(fields), published })
}

export async function schedulePost(ctx: Ctx, { id, at }: { id: string; at: number }): Promise<void> {
  await withTransaction(ctx, (ctx) => schedulePublication(ctx, id, at))
}
