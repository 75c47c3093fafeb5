import { answerJson } from '#app/platform/http/answer.server.ts'
import { readForm, requireIntent, textFields } from '#app/platform/http/request-body.server.ts'
import { ctxContext } from '#app/platform/http/request-context.server.ts'

import { renderInPool } from '../content/render-in-pool.server.ts'
import { readVersion } from '#app/features/editing/versions.ts'
import { readEditor } from '../draft-editor.server.ts'
import { pickPostForm } from '../post-form.ts'
import { localHtml } from '../remote-images/remote-images.server.ts'
import { saveDraft } from '../save-draft.server.ts'

import type { Route } from './+types/draft.route.ts'
import { MAX_POST_BYTES } from './post-forms.server.ts'

/** Saves the typed text as a draft and returns it rendered, as readers will see it. */
export async function action({ context, request }: Route.ActionArgs) {
  return answerJson(context, async (ctx) => {
    const fields = textFields(requireIntent(await readForm(request, { maxBytes: MAX_POST_BYTES }), 'save'))
    const form = pickPostForm(fields)
    const { savedAt } = await saveDraft(ctx, {
      postId: fields['id'] || null,
      baseVersion: readVersion(fields['version']),
      form,
      editor: readEditor(fields),
    })
    const { html } = await renderInPool(ctx, form.content)
    return { savedAt, html: await localHtml(ctx, html) }
  })
}

/** Without a loader, the guard of the admin would not answer GET requests. */
export function loader({ context }: Route.LoaderArgs) {
  return Response.json({ signedIn: context.get(ctxContext).actor !== null })
}
