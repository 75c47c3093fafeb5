import { fill } from '#app/lib/messages.ts'
import { Island } from '#app/ui/island.tsx'
import { useTexts } from '#app/ui/locale.tsx'

import type { TrialView } from '../describe-trial.server.ts'
import { trialTexts } from '../messages.ts'
import { TrialForm } from '../trial-form.tsx'

import { TrialProgress } from './trial-progress.island.tsx'

type UnderWayProps = { trial: Pick<TrialView, 'host' | 'state' | 'pages'>; token: string }

export function TrialUnderWay({ trial: { host, pages }, token }: UnderWayProps) {
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
        props={{ token, texts, pages: pages.length, newest: pages.at(-1)?.title ?? null }}
      />
    </div>
  )
}

export function FailedTrial({ trial: { host, failure } }: { trial: Pick<TrialView, 'host' | 'failure'> }) {
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
