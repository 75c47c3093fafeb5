import { answer } from '#app/platform/http/answer.server.ts'
import { csvDownload } from '#app/platform/http/csv-download.server.ts'

import { exportPeople } from '../list-people.server.ts'
import { readPeopleListQuery } from '../people-list-query.ts'

import type { Route } from './+types/people-export.route.ts'

export function loader({ context, request }: Route.LoaderArgs) {
  return answer(context, async (ctx) => {
    const csv = await exportPeople(ctx, readPeopleListQuery(new URL(request.url).searchParams))
    const day = new Date(ctx.clock.now()).toISOString().slice(0, 10)
    return csvDownload(`people-${day}.csv`, csv)
  })
}
