import { answer } from '#app/platform/http/answer.server.ts'
import { download } from '#app/platform/http/csv-download.server.ts'
import { readForm, requireIntent, textFields } from '#app/platform/http/request-body.server.ts'

import { exportPersonalData } from '../export-personal-data.server.ts'

import type { Route } from './+types/privacy-export.route.ts'

/** Uses POST, so that the address appears in no browser history and no log. */
export function action({ context, request }: Route.ActionArgs) {
  return answer(context, async (ctx) => {
    const { address = '' } = textFields(requireIntent(await readForm(request)))
    return download('personal-data.json', 'application/json', await exportPersonalData(ctx, { address }))
  })
}
