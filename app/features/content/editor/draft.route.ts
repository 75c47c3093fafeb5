import { z } from 'zod'

import { AppError } from '#app/platform/errors.ts'
import { answerJson } from '#app/platform/http/answer.server.ts'
import { readJson } from '#app/platform/http/request-body.server.ts'
import { ctxContext } from '#app/platform/http/request-context.server.ts'

import { savePageDraft, StalePage } from '../pages/save-page-draft.server.ts'

import type { Route } from './+types/draft.route.ts'
import type { DraftAnswer } from './draft-answer.ts'

const draftSchema = z.object({ version: z.number().int().min(1), document: z.unknown() })

/** Stores the draft, and returns what others have changed meanwhile. */
export function action({ context, params, request }: Route.ActionArgs) {
  return answerJson(context, async (ctx) => {
    const sent = draftSchema.safeParse(await readJson(request, { maxBytes: 1024 * 1024 }))
    if (!sent.success) throw new AppError('invalid', 'The editor sent no document. Please reload the page.')
    try {
      const { version, document, isMerged } = await savePageDraft(ctx, { id: params.id, ...sent.data })
      return { version, ...(isMerged && { document }) } satisfies DraftAnswer
    } catch (error) {
      if (!(error instanceof StalePage)) throw error
      const { version, merged, current, conflicts, message } = error
      const answer: DraftAnswer = { version, error: message, conflict: { merged, current, conflicts } }
      return Response.json(answer, { status: error.status })
    }
  })
}

/** Needed so that the admin's guard answers GET requests. */
export function loader({ context }: Route.LoaderArgs) {
  return Response.json({ signedIn: context.get(ctxContext).actor !== null })
}
