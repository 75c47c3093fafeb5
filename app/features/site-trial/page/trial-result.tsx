import { Consent, Honeypot } from '#app/features/leads/form/consent.tsx'
import { LeadFieldControl } from '#app/features/leads/form/lead-field-control.tsx'
import { requiredLeadFields } from '#app/features/leads/lead-fields.ts'
import { leadsTexts } from '#app/features/leads/messages.ts'
import { type FormAnswer, formError } from '#app/lib/form-answer.ts'
import { fill, fillCount } from '#app/lib/messages.ts'
import { Button } from '#app/ui/button.tsx'
import { Island } from '#app/ui/island.tsx'
import { useLocale, useTexts } from '#app/ui/locale.tsx'
import { useSite } from '#app/ui/use-site.ts'

import type { TrialView } from '../describe-trial.server.ts'
import { trialTexts } from '../messages.ts'
import type { Figures } from '../reading/measured.ts'

import { LONGEST_QUESTION } from '../questions/question-limits.ts'
import { TrialChat } from '../questions/trial-chat.island.tsx'

import { Comparison } from './comparison.tsx'
import { PageLink } from './page-link.tsx'
import { Suggestions } from './suggestions.tsx'

const none = {}

type ResultProps = {
  trial: TrialView
  figures: Figures
  token: string
  timeZone: string
  /** The fields and errors of a rejected form sent without JavaScript. */
  refused: FormAnswer | null
}

export function TrialResult({ trial, figures, token, timeZone, refused }: ResultProps) {
  const { result, chat, inquiry } = useTexts(trialTexts)
  const locale = useLocale()
  const { publicUrl } = useSite()
  const refusal = refused && formError(refused)
  const { host, pages, services, expiresAt } = trial
  const date = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone }).format(expiresAt)
  const seconds = (figures.readingTime / 1000).toFixed(1)
  return (
    <div className="container-page grid gap-20 py-20 md:py-28">
      <header className="grid max-w-3xl gap-5">
        <h1 className="text-hero font-bold wrap-anywhere">{fill(result.title, { host })}</h1>
        <p className="text-lead text-secondary">
          {fillCount(result.summary, pages.length, { seconds, locale })}
        </p>
        {trial.needsScript ? (
          <p className="rounded-md border border-warning/50 px-4 py-3">{result.needsScript}</p>
        ) : null}
        <form method="post" action={`/try/${token}`} className="flex flex-wrap items-center gap-4">
          <p className="text-sm text-muted">{fill(result.private, { date })}</p>
          <Button type="submit" name="intent" value="delete" tone="outline" size="sm">
            {result.delete}
          </Button>
        </form>
      </header>
      <section aria-labelledby="ask-title">
        <h2 id="ask-title" className="text-title">
          {chat.title}
        </h2>
        <p className="mt-5 max-w-3xl text-secondary">{chat.text}</p>
        {refusal && refused?.intent === 'ask' ? (
          <p role="alert" className="mt-5 text-danger">
            {refusal}
          </p>
        ) : null}
        <Island
          name="trial-chat"
          of={TrialChat}
          when="visible"
          props={{
            token,
            answered: trial.answered,
            suggestions: trial.suggestions,
            left: trial.questionsLeft,
            longest: LONGEST_QUESTION,
            origin: publicUrl,
            texts: chat,
            locale,
          }}
        />
      </section>
      <Comparison figures={figures} timeZone={timeZone} />
      <Suggestions services={services} />
      <section aria-labelledby="inquiry-title">
        <h2 id="inquiry-title" className="text-title">
          {inquiry.title}
        </h2>
        <p className="mt-5 max-w-3xl text-secondary">{trial.isSent ? inquiry.sent : inquiry.text}</p>
        {refusal && refused?.intent === 'inquire' ? (
          <p role="alert" className="mt-5 text-danger">
            {refusal}
          </p>
        ) : null}
        {trial.isSent ? null : (
          <InquiryForm
            token={token}
            host={host}
            values={refused?.intent === 'inquire' ? refused.typed : none}
            errors={refused?.intent === 'inquire' ? refused.errors : none}
          />
        )}
      </section>
      <section aria-labelledby="pages-title">
        <h2 id="pages-title" className="text-title">
          {result.pages}
        </h2>
        <ol className="mt-6 grid list-decimal gap-2 ps-6 text-secondary marker:text-muted">
          {pages.map((page) => (
            <li key={page.url} className="wrap-anywhere">
              <PageLink page={page} />
            </li>
          ))}
        </ol>
      </section>
    </div>
  )
}

type InquiryFormProps = {
  token: string
  host: string
  values: Readonly<Record<string, string>>
  errors: Readonly<Record<string, string>>
}

function InquiryForm({ token, host, values, errors }: InquiryFormProps) {
  const { form } = useTexts(leadsTexts)
  const { inquiry } = useTexts(trialTexts)
  const { siteName } = useSite()
  const typed: Readonly<Record<string, string>> = {
    message: fill(inquiry.message, { host }),
    ...values,
  }
  return (
    <form
      method="post"
      action={`/try/${token}#inquiry-title`}
      aria-label={inquiry.label}
      className="mt-8 grid max-w-3xl gap-5 sm:grid-cols-2"
    >
      {requiredLeadFields.map((name) => (
        <LeadFieldControl
          key={name}
          name={name}
          texts={form}
          defaultValue={typed[name]}
          error={errors[name]}
        />
      ))}
      <Honeypot label={form.leaveEmpty} />
      <Consent
        texts={form}
        after={fill(form.consentAfter, { siteName })}
        error={errors['consent']}
        required
      />
      <Button
        type="submit"
        name="intent"
        value="inquire"
        tone="sweep"
        size="lg"
        className="justify-self-start sm:col-span-2"
      >
        {inquiry.send}
      </Button>
    </form>
  )
}
