import { z } from 'zod'

import type { Toast } from '#app/lib/form-answer.ts'
import { fromLocalTime } from '#app/lib/zoned-time.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { type AppError, FieldErrors } from '#app/platform/errors.ts'
import { anyFields, form, textField } from '#app/platform/http/form-action.server.ts'

import { createPost } from '../create-post.server.ts'
import { deletePost, publishPost, unpublishPost } from '../change-post-state.server.ts'
import { readEditor } from '../draft-editor.server.ts'
import { pickPostForm, type PostForm } from '../post-form.ts'
import { restoreRevision } from '../revisions.server.ts'
import { discardDraft } from '../save-draft.server.ts'
import { readVersion, StaleVersion, type VersionConflict } from '#app/features/editing/versions.ts'
import { updatePost } from '../update-post.server.ts'

/** Bytes of the longest content in form encoding, with room for the other fields. */
export const MAX_POST_BYTES = 8 * 1024 * 1024

const postInput = anyFields.transform((fields) => ({
  id: fields['id'],
  version: fields['version'],
  editor: readEditor(fields),
  typed: pickPostForm(fields),
  published: fields['published'] === 'on',
  publishAt: fields['publishAt'],
}))

async function timeOf(ctx: Ctx, local = ''): Promise<number | null> {
  const { timeZone } = await ctx.site(ctx)
  return fromLocalTime(local, timeZone)
}

/** Result of a save: the new post's id, or both texts if another save came first. */
type Saved = { text?: string; created?: string; conflict?: VersionConflict<PostForm> }

export const createForm = form({
  schema: postInput,
  async run(ctx, { typed, published, ...input }): Promise<Saved> {
    const publishAt = await timeOf(ctx, input.publishAt)
    const { id } = await createPost(ctx, { form: typed, published, publishAt })
    return { created: id, text: savedText(published, publishAt) }
  },
  toast: savedToast,
  ...rejections('Failed to save blog post'),
})

export const updateForm = form({
  schema: postInput,
  async run(ctx, { id = '', version, editor, typed, published, ...input }): Promise<Saved> {
    const publishAt = await timeOf(ctx, input.publishAt)
    await updatePost(ctx, { id, version: readVersion(version), form: typed, published, publishAt, editor })
    return { text: savedText(published, publishAt) }
  },
  toast: savedToast,
  onRejected: (_ctx, error, fields): Saved | undefined => {
    if (!(error instanceof StaleVersion)) return undefined
    const { version, current } = error
    return { conflict: { version, current: pickPostForm(current), mine: pickPostForm(fields) } }
  },
  ...rejections('Failed to save blog post'),
})

export const discardForm = form({
  schema: z.object({ id: z.string().optional() }),
  run: (ctx, { id }) => discardDraft(ctx, id ?? null),
  toast: { title: 'Draft discarded' },
  ...rejections('Failed to save blog post'),
})

export const restoreForm = form({
  schema: z.object({ id: z.string(), revision: textField }),
  run: (ctx, { id, revision }) => restoreRevision(ctx, { postId: id, revisionId: revision }),
  toast: { title: 'Restored into a draft', text: 'Save the post to apply it.' },
  ...rejections('Failed to save blog post'),
})

export const publishForm = changeForm(publishPost, 'publish')
export const unpublishForm = changeForm(unpublishPost, 'unpublish', (id) => ({
  action: '/admin/blog',
  fields: { intent: 'publish', id },
}))
export const deleteForm = changeForm(deletePost, 'delete')

function changeForm(
  verb: (ctx: Ctx, id: string) => Promise<unknown>,
  name: string,
  undoOf?: (id: string) => Toast['undo'],
) {
  return form({
    schema: z.object({ id: textField }),
    async run(ctx, { id }) {
      await verb(ctx, id)
    },
    toast: (_done, { id }): Toast => {
      const undo = undoOf?.(id)
      return {
        title: 'Success',
        text: `Blog post ${name.replace(/e?$/, 'ed')} successfully`,
        ...(undo && { undo }),
      }
    },
    ...rejections(`Failed to ${name} blog post`),
  })
}

/** A server error returns to the form like a rejection, so that the text is not lost. */
function rejections(text: string) {
  return {
    rejected: 'Error',
    rejectedToast: (error: AppError): Toast => {
      const isShown = error instanceof StaleVersion || error instanceof FieldErrors
      return { title: 'Error', text: isShown ? text : `${text}. ${error.message}` }
    },
    onFault: { event: 'blog.write_failed', text },
  }
}

function savedToast({ text = '' }: Saved): Toast {
  return { title: 'Success', text }
}

function savedText(published: boolean, publishAt: number | null): string {
  if (published) return 'Blog post published successfully'
  return publishAt === null ? 'Blog post saved as draft successfully' : 'Blog post scheduled successfully'
}
