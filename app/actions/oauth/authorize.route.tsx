import { data, redirect } from 'react-router'
import { z } from 'zod'

import { formError } from '#app/lib/form-answer.ts'
import { authorizeApp } from '#app/features/auth/oauth/connected-apps.server.ts'
import { hostOf } from '#app/features/auth/oauth/redirect-uri.ts'
import { withReading } from '#app/features/auth/oauth/scopes.ts'
import { Consent, UnknownRequest } from '#app/features/auth/pages/consent.tsx'
import type { Ctx } from '#app/platform/context.server.ts'
import { AppError } from '#app/platform/errors.ts'
import { answer } from '#app/platform/http/answer.server.ts'
import { form, formAction, type FormCall, textField } from '#app/platform/http/form-action.server.ts'
import { requireActor } from '#app/platform/require-actor.ts'

import type { Route } from './+types/authorize.route.ts'

const PURPOSE = 'oauth-consent'

export function loader({ context, request }: Route.LoaderArgs) {
  return answer(context, async (ctx) => {
    const checked = await check(ctx, request)
    if ('refused' in checked) return data(checked.refused, { status: 400 })
    const { client, redirectUri, scopes, isNamed } = checked.authorization
    const { email, role } = requireActor(ctx, 'account.write')
    const page = {
      app: client.name,
      host: hostOf(redirectUri),
      email,
      role,
      siteName: (await ctx.site(ctx)).siteName,
      scopes,
      isNamed,
      seal: ctx.signer.sign(PURPOSE, sealedText(ctx, request)),
    }
    return data(page, { headers: { 'content-security-policy': consentPolicy(redirectUri) } })
  })
}

export function headers({ loaderHeaders, errorHeaders }: Route.HeadersArgs) {
  return errorHeaders ?? loaderHeaders
}

const sealed = z.object({ seal: textField })

export const action = formAction(
  {
    allow: form({
      schema: sealed,
      async run(ctx, { seal }, call) {
        const { client, scopes, answerWith, ...asked } = await confirmed(ctx, seal, call)
        const chosen = new Set<unknown>(call.posted.getAll('scope'))
        const allowed = withReading(scopes.filter((scope) => chosen.has(scope)))
        const code = await authorizeApp(ctx, { ...asked, clientId: client.id, scopes: allowed })
        return redirect(answerWith({ code }), 303)
      },
    }),
    refuse: form({
      schema: sealed,
      async run(ctx, { seal }, call) {
        const { answerWith } = await confirmed(ctx, seal, call)
        return redirect(answerWith({ error: 'access_denied' }), 303)
      },
    }),
  },
  { paced: true },
)

/** Imports the protocol's package on the first request, as mcp.route.ts does. */
async function check(ctx: Ctx, request: Request) {
  const { readAuthorization } = await import('./read-authorization.server.ts')
  return readAuthorization(ctx, request)
}

/** Checks that the form belongs to this session and this very request. @throws {AppError} */
async function confirmed(ctx: Ctx, seal: string, { request }: FormCall) {
  if (!ctx.signer.verify(PURPOSE, sealedText(ctx, request), seal))
    throw new AppError('expired', 'This page has expired. Please start again in the app.')
  const checked = await check(ctx, request)
  if ('refused' in checked) throw new AppError('invalid', checked.refused.fault)
  return checked.authorization
}

function sealedText(ctx: Ctx, request: Request): string {
  const { memberId, sessionId } = requireActor(ctx, 'account.write')
  return JSON.stringify([memberId, sessionId, [...new URL(request.url).searchParams]])
}

export function meta() {
  return [{ title: 'Connect an app' }, { name: 'robots', content: 'noindex' }]
}

export default function AuthorizeRoute({ loaderData, actionData }: Route.ComponentProps) {
  if ('fault' in loaderData) return <UnknownRequest {...loaderData} />
  return <Consent {...loaderData} error={actionData?.errors['scope'] ?? formError(actionData)} />
}

/** Browsers apply `form-action` to every redirect after a form, and web apps redirect on from their own address. */
function consentPolicy(redirectUri: string): string {
  const { origin, hostname, protocol } = new URL(redirectUri)
  // A policy source cannot be an IPv6 address.
  const local = hostname.startsWith('[') ? 'http:' : origin
  return [
    "default-src 'none'",
    "base-uri 'none'",
    "connect-src 'self'",
    "font-src 'self'",
    `form-action 'self' https:${protocol === 'http:' ? ` ${local}` : ''}`,
    "frame-ancestors 'none'",
    "img-src 'self' data:",
    "manifest-src 'self'",
    "script-src 'self'",
    "style-src 'self'",
  ].join('; ')
}
