import { redirect } from 'react-router'

import { AppError } from '#app/platform/errors.ts'
import { answer } from '#app/platform/http/answer.server.ts'
import { isOauthProvider } from '#app/platform/oauth-clients.server.ts'

import type { Route } from './+types/connected.route.ts'
import { finishConsent } from './consent.server.ts'

export function loader({ context, params: { provider }, request }: Route.LoaderArgs) {
  return answer(context, async (ctx) => {
    if (!isOauthProvider(provider)) throw new AppError('not-found', 'There is no such calendar.')
    const { searchParams: asked } = new URL(request.url)
    const [code, state, error] = [asked.get('code'), asked.get('state'), asked.get('error')]
    await finishConsent(ctx, provider, { code, state, error })
    return redirect('/admin/bookings')
  })
}
