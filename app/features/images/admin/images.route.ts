import { defaultLocale } from '#app/lib/messages.ts'
import { FieldErrors } from '#app/platform/errors.ts'
import { answerJson } from '#app/platform/http/answer.server.ts'
import { readForm, requireIntent } from '#app/platform/http/request-body.server.ts'

import { addImage } from '../add-image.server.ts'
import { MAX_IMAGE_BYTES } from '../image-kind.ts'
import { imageMessages } from '../messages.ts'

import type { Route } from './+types/images.route.ts'

const LONGEST_NAME = 100

export function action({ context, request }: Route.ActionArgs) {
  return answerJson(context, async (ctx) => {
    const file = requireIntent(await readForm(request, { maxFileBytes: MAX_IMAGE_BYTES })).get('file')
    if (!(file instanceof File) || file.size === 0)
      throw new FieldErrors({ file: imageMessages[defaultLocale].errors.missing })
    const name = file.name.replace(/^.*[/\\]/, '').slice(0, LONGEST_NAME)
    return addImage(ctx, { name, bytes: new Uint8Array(await file.arrayBuffer()) })
  })
}
