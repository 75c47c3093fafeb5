import { AppError } from '#app/platform/errors.ts'
import { answer } from '#app/platform/http/answer.server.ts'

import type { Route } from './+types/meeting-file.route.ts'
import { readBookedMeeting } from './booked-meeting.server.ts'

export function loader({ context, request, params }: Route.LoaderArgs) {
  return answer(context, async (ctx) => {
    const { file } = await readBookedMeeting(ctx, { type: params.type, request })
    if (file === null) throw new AppError('not-found', 'This address has no time.')
    return new Response(file.text, {
      headers: {
        'content-type': 'text/calendar; charset=utf-8',
        'content-disposition': 'attachment; filename="meeting.ics"',
        'cache-control': 'private, no-store',
        'x-robots-tag': 'noindex',
      },
    })
  })
}
