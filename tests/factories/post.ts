import { createPost } from '#app/features/blog/create-post.server.ts'
import { emptyPostForm, type PostForm } from '#app/features/blog/post-form.ts'
import type { Ctx } from '#app/platform/context.server.ts'

import { testActor } from '../support/test-ctx.ts'

let made = 0

/** What a writer types; each post bears a title of its own. */
export function postForm(fields: Partial<PostForm> = {}): PostForm {
  made += 1
  return { ...emptyPostForm, title: `Post ${made}`, content: `Text of post ${made}.`, ...fields }
}

/** A post as its writer makes it, published unless said otherwise. */
export function createTestPost(ctx: Ctx, fields: Partial<PostForm> = {}, published = true) {
  return createPost({ ...ctx, actor: testActor }, { form: postForm(fields), published })
}
