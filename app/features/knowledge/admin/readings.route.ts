import { answerJson } from '#app/platform/http/answer.server.ts'

import { listReadings } from '../items/list-items.server.ts'

import type { Route } from './+types/readings.route.ts'

/** An open page polls this to learn whether it must reload. */
export function loader({ context }: Route.LoaderArgs) {
  return answerJson(context, async (ctx) => ({ readings: await listReadings(ctx) }))
}
