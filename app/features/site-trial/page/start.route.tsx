import { redirect } from 'react-router'

import { formError } from '#app/lib/form-answer.ts'
import { AppError } from '#app/platform/errors.ts'
import { answer } from '#app/platform/http/answer.server.ts'
import { anyFields, singleFormAction } from '#app/platform/http/form-action.server.ts'
import type { PageHandle } from '#app/platform/http/page-handle.ts'
import { useTexts } from '#app/ui/locale.tsx'
import { pageMeta } from '#app/ui/page-meta.ts'
import { textsFor } from '#app/ui/use-site.ts'
import { wordedTexts } from '#app/platform/worded-texts.server.ts'

import { trialFormTexts } from '../form-messages.ts'
import { trialTexts } from '../messages.ts'
import { isTrialOffered, startTrial } from '../start-trial.server.ts'
import { TrialForm } from '../trial-form.tsx'

import type { Route } from './+types/start.route.ts'

/** Not cached, because it is rendered again with what the visitor typed. */
export const handle: PageHandle = { unshared: true }

export function loader({ context }: Route.LoaderArgs) {
  return answer(context, async (ctx) => {
    if (await isTrialOffered(ctx)) return null
    throw new AppError('not-found', (await wordedTexts(ctx, trialTexts)).errors.off)
  })
}

export const action = singleFormAction(
  {
    schema: anyFields,
    async run(ctx, fields, { visit }) {
      const { path } = await startTrial(ctx, fields, visit.clientAddress)
      return redirect(path, 303)
    },
  },
  { paced: true },
)

export function meta({ matches }: Route.MetaArgs) {
  const { title, text } = textsFor(matches, trialFormTexts)
  return pageMeta({ title, description: text, path: '/try', matches, index: false })
}

export default function StartRoute({ actionData }: Route.ComponentProps) {
  const form = useTexts(trialFormTexts)
  const refusal = formError(actionData)
  return (
    <div className="container-page grid min-h-[60dvh] content-center gap-8 py-20 md:py-28">
      <div className="max-w-2xl">
        <h1 className="text-hero font-bold">{form.title}</h1>
        <p className="mt-5 text-lead text-secondary">{form.text}</p>
      </div>
      {refusal ? (
        <p role="alert" className="text-danger">
          {refusal}
        </p>
      ) : null}
      <TrialForm id="try" {...(actionData && { values: actionData.typed, errors: actionData.errors })} />
    </div>
  )
}
