import { FieldErrors, firstFaults } from '#app/platform/errors.ts'
import { answerJson } from '#app/platform/http/answer.server.ts'
import { readForm, requireIntent, textFields } from '#app/platform/http/request-body.server.ts'

import type { Route } from './+types/import-parts.route.ts'
import { addImportPart, importPartSchema } from './upload-import.server.ts'
import { IMPORT_PART } from './read-import.ts'

export function action({ context, request }: Route.ActionArgs) {
  return answerJson(context, async (ctx) => {
    const posted = requireIntent(await readForm(request, { maxFileBytes: IMPORT_PART }))
    const file = posted.get('file')
    if (!(file instanceof File) || file.size === 0) throw new FieldErrors({ file: 'Please choose a file.' })
    const fields = importPartSchema.safeParse(textFields(posted))
    if (!fields.success) throw new FieldErrors(firstFaults(fields.error.issues))
    return addImportPart(ctx, {
      ...fields.data,
      name: file.name,
      bytes: new Uint8Array(await file.arrayBuffer()),
    })
  })
}
