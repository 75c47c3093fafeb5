import { data, redirect } from 'react-router'
import { z } from 'zod'

import { fill } from '#app/lib/messages.ts'
import { answer } from '#app/platform/http/answer.server.ts'
import { form, formAction, textField } from '#app/platform/http/form-action.server.ts'
import type { PageHandle } from '#app/platform/http/page-handle.ts'
import { textFields } from '#app/platform/http/request-body.server.ts'
import { keepVisitorsLanguage } from '#app/platform/http/visitors-language.server.ts'
import { Island } from '#app/ui/island.tsx'
import { useLocale, useTexts } from '#app/ui/locale.tsx'
import { pageMeta } from '#app/ui/page-meta.ts'
import { textsFor } from '#app/ui/use-site.ts'

import { describeTrial, type TrialView } from '../describe-trial.server.ts'
import { sendTrialInquiry } from '../inquiry/send-trial-inquiry.server.ts'
import { trialTexts } from '../messages.ts'
import { askTrial } from '../questions/ask-trial.server.ts'
import { trialFormTexts } from '../form-messages.ts'
import { TrialForm } from '../trial-form.tsx'
import { deleteTrial, languageOfTrial } from '../trial-link.server.ts'

import type { Route } from './+types/trial.route.ts'
import { TrialProgress } from './trial-progress.island.tsx'
import { TrialResult } from './trial-result.tsx'

export const handle: PageHandle = { unshared: true }

export function loader({ context, params, request }: Route.LoaderArgs) {
  return answer(context, async (ctx) => {
    await keepVisitorsLanguage(ctx, request, await languageOfTrial(ctx, params.token))
    const { timeZone } = await ctx.site(ctx)
    return data(
      { ...(await describeTrial(ctx, params.token)), token: params.token, timeZone },
      { headers: { 'cache-control': 'private, no-store', 'x-robots-tag': 'noindex, nofollow' } },
    )
  })
}

export function headers({ loaderHeaders, errorHeaders }: Route.HeadersArgs) {
  return errorHeaders ?? loaderHeaders
}

export const action = formAction(
  {
    // Without JavaScript, the form redirects to the page with the answer.
    ask: form({
      schema: z.object({ token: z.string(), question: z.string().optional(), typed: textField }),
      async run(ctx, { token, question, typed }, { request }) {
        const answering = await askTrial(ctx, { token, question: question || typed })
        await lastOf(answering(request.signal))
        return redirect(`/try/${token}#ask-title`, 303)
      },
    }),
    inquire: form({
      schema: z.looseObject({ token: z.string() }),
      async run(ctx, { token }, { posted, request, visit }) {
        await sendTrialInquiry(ctx, { token, fields: textFields(posted), request, visit })
        return redirect('/contact/thank-you', 303)
      },
    }),
    delete: form({
      schema: z.object({ token: z.string() }),
      async run(ctx, { token }) {
        await deleteTrial(ctx, token)
        return redirect('/', 303)
      },
    }),
  },
  { paced: true },
)

async function lastOf(events: AsyncIterable<unknown>): Promise<void> {
  for await (const _event of events) continue
}

export function meta({ matches }: Route.MetaArgs) {
  const { title, text } = textsFor(matches, trialFormTexts)
  // The URL is a secret, so do not send it as the referrer of links to the visitor's pages.
  const secret = { name: 'referrer', content: 'same-origin' }
  return [...pageMeta({ title, description: text, path: '/try', matches, index: false }), secret]
}

export default function TrialRoute({ loaderData: trial, actionData }: Route.ComponentProps) {
  if (trial.state === 'failed') return <FailedTrial trial={trial} />
  if (!trial.figures) return <TrialUnderWay trial={trial} token={trial.token} />
  return (
    <TrialResult
      trial={trial}
      figures={trial.figures}
      token={trial.token}
      timeZone={trial.timeZone}
      refused={actionData ?? null}
    />
  )
}

type UnderWayProps = { trial: Pick<TrialView, 'host' | 'state' | 'pages'>; token: string }

function TrialUnderWay({ trial: { host, pages }, token }: UnderWayProps) {
  const { reading } = useTexts(trialTexts)
  const { title, text, ...texts } = reading
  return (
    <div className="container-page grid min-h-[60dvh] content-center gap-8 py-20 md:py-28">
      <noscript>
        <meta httpEquiv="refresh" content="3" />
      </noscript>
      <div className="max-w-2xl">
        <h1 className="text-hero font-bold wrap-anywhere">{fill(title, { host })}</h1>
        <p className="mt-5 text-lead text-secondary">{text}</p>
      </div>
      <Island
        name="trial-progress"
        of={TrialProgress}
        when="idle"
        props={{
          token,
          texts,
          locale: useLocale(),
          pages: pages.length,
          newest: pages.at(-1)?.title ?? null,
        }}
      />
    </div>
  )
}

function FailedTrial({ trial: { host, failure } }: { trial: Pick<TrialView, 'host' | 'failure'> }) {
  const { failed } = useTexts(trialTexts)
  return (
    <div className="container-page grid min-h-[60dvh] content-center gap-8 py-20 md:py-28">
      <div className="max-w-2xl">
        <h1 className="text-hero font-bold wrap-anywhere">{fill(failed.title, { host })}</h1>
        <p role="status" className="mt-5 text-lead text-secondary">
          {failure}
        </p>
      </div>
      <h2 className="text-title">{failed.again}</h2>
      <TrialForm id="again" />
    </div>
  )
}
