import { z } from 'zod'

import { makePost, storeNewPost } from '#app/features/blog/create-post.server.ts'
import { emptyPostForm } from '#app/features/blog/post-form.ts'

import { defineAction } from '../define-action.ts'
import { text } from '../fields.ts'

import { readPost } from './get-post.action.server.ts'
import { postDetail } from './post-record.ts'

export const createPostAction = defineAction({
  name: 'create_post',
  title: 'Draft a post',
  description: 'Stores a new post of the blog as a draft, which readers do not see until it is published.',
  input: z.strictObject({
    title: text(200).min(1),
    content: text(60_000).describe('Markdown or HTML'),
    excerpt: text(500).default(''),
    tags: z.array(text(40)).max(10).default([]),
    language: text(35).default('').describe('Such as de or ar; the site’s language if left out'),
    author: text(100).default('').describe('The name that readers see'),
    slug: text(200).default('').describe('Made from the title if left out'),
  }),
  output: postDetail,
  permission: 'content.write',
  effect: 'adds',
  isForVisitors: false,
  rest: { method: 'POST', path: '/posts', location: '/posts/{id}' },
  async prepare(ctx, { tags, ...given }) {
    const made = await makePost(ctx, { ...emptyPostForm, ...given, tags: tags.join(', ') })
    return async (later) => {
      const { id } = await storeNewPost(later, made, { published: false, keepsDraft: true })
      return readPost(later, id)
    }
  },
})
