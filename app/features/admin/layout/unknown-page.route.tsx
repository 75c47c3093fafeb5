import { AppError } from '#app/platform/errors.ts'
import { answer } from '#app/platform/http/answer.server.ts'

import type { Route } from './+types/unknown-page.route.ts'

/** Unknown paths below /admin; the layout shows the error inside its frame. */
export function loader({ context }: Route.LoaderArgs) {
  return answer(context, async () => {
    throw new AppError('not-found', 'There is no such page in the admin.')
  })
}

/** Never rendered; without a component the route would answer as plain text. */
export default function UnknownPageRoute() {
  return null
}
