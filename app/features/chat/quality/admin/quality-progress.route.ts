import { answerJson } from '#app/platform/http/answer.server.ts'

import { readProgress } from '../runs/read-runs.server.ts'

import type { Route } from './+types/quality-progress.route.ts'

/** An open page polls this while a test runs. */
export function loader({ context }: Route.LoaderArgs) {
  return answerJson(context, async (ctx) => ({ progress: await readProgress(ctx) }))
}
