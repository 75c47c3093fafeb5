import { AppError } from '#app/platform/errors.ts'
import { answer } from '#app/platform/http/answer.server.ts'

import type { Route } from './+types/unknown-page.route.ts'

/** Addresses below /admin that lead nowhere; the layout shows the refusal inside its frame. */
export function loader({ context }: Route.LoaderArgs) {
  return answer(context, async () => {
    throw new AppError('not-found', 'There is no such page in the admin.')
  })
}

/** Never shown; without it the route would answer with bare text. */
export default function UnknownPageRoute() {
  return null
}
