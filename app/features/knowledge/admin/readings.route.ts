import { answerJson } from '#app/platform/http/json-answer.server.ts'

import { listReadings } from '../items/list-items.server.ts'

import type { Route } from './+types/readings.route.ts'

/** What an open page asks for while something is being read, to learn whether to load itself anew. */
export function loader({ context }: Route.LoaderArgs) {
  return answerJson(context, async (ctx) => ({ readings: await listReadings(ctx) }))
}
