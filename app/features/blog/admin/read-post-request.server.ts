import { fromLocalTime } from '#app/lib/zoned-time.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { AppError, FieldErrors } from '#app/platform/errors.ts'
import { readForm, textFields } from '#app/platform/http/read-form.server.ts'
import type { Toast } from '#app/ui/toast.tsx'

import { emptyPostForm, type PostForm, pickPostForm } from '../post-form.ts'
import { StalePost } from '../stale-post.ts'

/** A text at its limit, escaped as forms escape it, with room for the rest. */
const MAX_BYTES = 8 * 1024 * 1024

export type PostAnswer = {
  toast: Toast
  errors?: Readonly<Record<string, string>>
  /** What stands in the way of a stale save. */
  conflict?: { version: number; current: PostForm; mine: PostForm }
  /** Id of the post that was made. */
  created?: string
}

/** The editor's form as it was sent. */
export async function readPostRequest(ctx: Ctx, request: Request) {
  const fields = textFields(await readForm(request, { maxBytes: MAX_BYTES }))
  const { timeZone } = await ctx.site(ctx)
  return {
    intent: fields['intent'] ?? '',
    id: fields['id'] ?? '',
    revisionId: fields['revision'] ?? '',
    version: readVersion(fields['version']),
    form: pickPostForm(fields),
    published: fields['published'] === 'on',
    publishAt: fromLocalTime(fields['publishAt'] ?? '', timeZone),
  }
}

/** The version that a text is based on; 0 for a new post. @throws {AppError} invalid for what is no number. */
export function readVersion(field = '0'): number {
  if (!/^\d{1,9}$/.test(field))
    throw new AppError('invalid', 'The editor sent no valid version. Please reload the page and try again.')
  return Number(field)
}

/** What the editor is told when nothing was stored, with the status of the refusal. */
export function refusedAnswer(
  ctx: Ctx,
  error: unknown,
  text: string,
  mine: PostForm = emptyPostForm,
): { answer: PostAnswer; status: number } {
  const toast: Toast = { title: 'Error', text, tone: 'destructive' }
  if (error instanceof StalePost)
    return {
      answer: { toast, conflict: { version: error.version, current: error.current, mine } },
      status: 409,
    }
  if (error instanceof FieldErrors) return { answer: { toast, errors: error.fields }, status: 400 }
  if (error instanceof AppError) {
    toast.text = `${text}. ${error.message}`
    return { answer: { toast }, status: error.status }
  }
  // A fault of ours: the writer keeps the page with all that was typed, and tries again.
  ctx.log.error({ error }, 'blog.write_failed')
  return { answer: { toast }, status: 500 }
}

/** §8, word for word. */
export function savedText(published: boolean, publishAt: number | null): string {
  if (published) return 'Blog post published successfully'
  return publishAt === null ? 'Blog post saved as draft successfully' : 'Blog post scheduled successfully'
}
