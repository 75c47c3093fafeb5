import { redirect } from 'react-router'

import { AppError } from '#app/platform/errors.ts'
import { answer } from '#app/platform/http/answer.server.ts'
import { isOauthProvider } from '#app/platform/oauth-clients.server.ts'

import type { Route } from './+types/connect.route.ts'
import { beginConsent } from './consent.server.ts'

/** A link rather than a form, because the policy of pages lets no form lead to another site. */
export function loader({ context, params: { provider } }: Route.LoaderArgs) {
  return answer(context, async (ctx) => {
    if (!isOauthProvider(provider)) throw new AppError('not-found', 'There is no such calendar.')
    return redirect(await beginConsent(ctx, provider))
  })
}
