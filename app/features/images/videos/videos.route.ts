import { FieldErrors, firstFaults } from '#app/platform/errors.ts'
import { answerJson } from '#app/platform/http/answer.server.ts'
import { readForm, requireIntent, textFields } from '#app/platform/http/request-body.server.ts'

import type { Route } from './+types/videos.route.ts'
import { addVideoPart, videoPartSchema } from './add-video-part.server.ts'
import { VIDEO_PART } from './video-kind.ts'

const LONGEST_NAME = 100

export function action({ context, request }: Route.ActionArgs) {
  return answerJson(context, async (ctx) => {
    const posted = requireIntent(await readForm(request, { maxFileBytes: VIDEO_PART }))
    const file = posted.get('file')
    if (!(file instanceof File) || file.size === 0) throw new FieldErrors({ file: 'Please choose a video.' })
    const fields = videoPartSchema.safeParse(textFields(posted))
    if (!fields.success) throw new FieldErrors(firstFaults(fields.error.issues))
    const name = file.name.replace(/^.*[/\\]/, '').slice(0, LONGEST_NAME)
    return addVideoPart(ctx, { ...fields.data, name, bytes: new Uint8Array(await file.arrayBuffer()) })
  })
}
