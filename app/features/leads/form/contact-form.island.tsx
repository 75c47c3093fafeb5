import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'

import { localPath } from '#app/lib/local-path.ts'
import { Button, buttonClass } from '#app/ui/button.tsx'
import { CircleCheck, X } from '#app/ui/icons.tsx'
import { isPhone } from '#app/ui/is-phone.ts'
import { Spinner } from '#app/ui/spinner.tsx'
import { showToast, Toaster } from '#app/ui/toast.tsx'

import { leadFieldNames } from '../lead-fields.ts'
import type { LeadsMessages } from '../messages.en.ts'
import { type AskedQuestions, asksForFile } from '#app/lib/question.ts'
import { QuestionFields } from './question-fields.tsx'

import { Consent, Honeypot } from './consent.tsx'
import { LeadFieldControl } from './lead-field-control.tsx'
import { FormToken, sendInquiry } from './send-inquiry.ts'

/** The props are JSON, because both the server and the browser render the form from them. */
export type ContactFormProps = {
  texts: Pick<LeadsMessages, 'form' | 'toast'>
  /** The words after the link to the terms, with the site's name inserted. */
  consentAfter: string
  /** Which of the site's forms this is; stored with the lead. */
  form: string
  service?: string
  serviceId?: string
  plan?: string
  /** The values of a plain form post that was rejected, and its errors. */
  values?: Readonly<Record<string, string>>
  errors?: Errors
  /** Why the whole form was rejected. */
  refusal?: string
  /** Label of the link to the free times that is shown after an inquiry. */
  bookLabel?: string
  /** The owner's own questions; undefined if there are none. */
  questions?: AskedQuestions
}

type Errors = Readonly<Record<string, string>>

/** Posts to /contact as plain HTML; after hydration it sends in the background and reports by toasts. */
export function ContactForm(props: ContactFormProps) {
  const { texts, values = {} } = props
  const { errors, questions, rejection, sending, sentCount, isReplaced, form, onSubmit, onAnother } =
    useSending(props)
  const [removedAt, setRemovedAt] = useState(-1)
  /** True if the visitor removed the service, so the inquiry is a general one. */
  const isGeneral = removedAt === sentCount
  return (
    <>
      {isReplaced ? <Sent texts={texts} bookLabel={props.bookLabel} onAnother={onAnother} /> : null}
      <form
        ref={form}
        aria-label={texts.form.label}
        method="post"
        action="/contact"
        {...(questions && asksForFile(questions.list) && { encType: 'multipart/form-data' as const })}
        hidden={isReplaced}
        onSubmit={(event) => void onSubmit(event)}
        className="grid gap-5 sm:grid-cols-2"
      >
        {rejection ? (
          <p role="alert" className="rounded-md border border-danger/50 px-4 py-3 text-danger sm:col-span-2">
            {rejection}
          </p>
        ) : null}
        <input type="hidden" name="form" value={props.form} />
        {props.service && !isGeneral ? (
          <AskedFor
            texts={texts.form}
            service={props.service}
            serviceId={props.serviceId}
            plan={props.plan}
            onRemove={() => setRemovedAt(sentCount)}
          />
        ) : null}
        {leadFieldNames.map((name) => (
          <LeadFieldControl
            key={name}
            name={name}
            texts={texts.form}
            defaultValue={values[name]}
            error={errors[name]}
          />
        ))}
        {questions ? (
          <QuestionFields
            {...questions}
            list={questions.list.filter(({ services }) => !isGeneral || services.length === 0)}
            idPrefix="contact-"
            className="sm:col-span-2"
            values={values}
            errors={errors}
          />
        ) : null}
        <Honeypot label={texts.form.leaveEmpty} />
        <Consent texts={texts.form} after={props.consentAfter} error={errors['consent']} />
        <div className="flex flex-wrap items-center gap-x-5 gap-y-3 sm:col-span-2">
          <Button
            type="submit"
            tone="sweep"
            size="lg"
            disabled={isUnderWay(sending)}
            className="w-full sm:w-auto"
          >
            {isUnderWay(sending) ? (
              <>
                <Spinner /> {texts.form.sending}
              </>
            ) : (
              texts.form.send
            )}
          </Button>
          {sentCount > 0 && sending === 'idle' ? <BookLink label={props.bookLabel} /> : null}
          {sending === 'slow' ? (
            <p role="status" className="text-sm text-secondary">
              {texts.form.slow}
            </p>
          ) : null}
          {sending === 'failed' ? (
            <Button tone="outline" onClick={() => form.current?.requestSubmit()}>
              {texts.form.tryAgain}
            </Button>
          ) : null}
        </div>
      </form>
      <Toaster />
    </>
  )
}

/** After how many milliseconds without an answer the form says that the connection is slow. */
const SLOW_AFTER = 4000

type SendingState = 'idle' | 'begun' | 'slow' | 'failed'

const isUnderWay = (sending: SendingState) => sending === 'begun' || sending === 'slow'

/** Holds the state of the form while it is sent, and the server's answer. */
function useSending({ texts, errors: firstErrors = {}, refusal, questions: rendered }: ContactFormProps) {
  const [questions, setQuestions] = useState(rendered)
  const [errors, setErrors] = useState<Errors>(firstErrors)
  const [rejection, setRejection] = useState(refusal)
  const [sending, setSending] = useState<SendingState>('idle')
  const [sentCount, setSentCount] = useState(0)
  const [isReplaced, setReplaced] = useState(false)
  const token = useRef(new FormToken())
  const form = useRef<HTMLFormElement>(null)

  useEffect(() => {
    void token.current.get()
  }, [])

  async function onSubmit(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    if (isUnderWay(sending)) return
    const sent = event.currentTarget
    const fields = new FormData(sent)
    if (!fields.has('consent')) {
      showToast({ title: texts.toast.consentTitle, text: texts.toast.consentText, tone: 'destructive' })
      sent.querySelector<HTMLInputElement>('[name=consent]')?.focus()
      return
    }
    setSending('begun')
    const slow = setTimeout(() => setSending('slow'), SLOW_AFTER)
    const outcome = await sendInquiry(fields, token.current)
    clearTimeout(slow)
    setSending(outcome.kind === 'failed' ? 'failed' : 'idle')
    setRejection(undefined)
    if (outcome.kind === 'sent') {
      token.current.renew()
      void token.current.get()
      sent.reset()
      setSentCount((count) => count + 1)
      setErrors({})
      // On a phone, a toast would cover the form and be gone before the visitor has scrolled past it.
      if (isPhone()) setReplaced(true)
      else showToast({ title: texts.toast.sentTitle, text: texts.toast.sentText })
      return
    }
    const refused = outcome.kind === 'refused' ? outcome : undefined
    const faults = refused?.fields ?? {}
    // At once, because the first fault may be at a question that the page did not show.
    flushSync(() => {
      setErrors(faults)
      if (refused?.questions) setQuestions(refused.questions)
    })
    const text = refused ? refused.error : texts.toast.errorText
    showToast({ title: texts.toast.errorTitle, text, tone: 'destructive' })
    const firstFault = Object.keys(faults)[0]
    if (firstFault) sent.querySelector<HTMLElement>(`[name=${firstFault}],[name^=${firstFault}-]`)?.focus()
  }

  function onAnother(): void {
    flushSync(() => setReplaced(false))
    form.current?.querySelector<HTMLElement>('[name=name]')?.focus()
  }

  return { errors, questions, rejection, sending, sentCount, isReplaced, form, onSubmit, onAnother }
}

type FormTexts = ContactFormProps['texts']['form']

type SentProps = Pick<ContactFormProps, 'texts' | 'bookLabel'> & { onAnother: () => void }

function Sent({ texts: { form, toast }, bookLabel, onAnother }: SentProps) {
  const panel = useRef<HTMLDivElement>(null)
  useEffect(() => {
    panel.current?.focus()
  }, [])
  return (
    <div
      ref={panel}
      role="status"
      tabIndex={-1}
      className="grid scroll-mt-24 justify-items-start gap-3 outline-none"
    >
      <CircleCheck aria-hidden className="size-8 text-success" />
      <p className="font-display text-xl font-semibold">{toast.sentTitle}</p>
      <p className="text-secondary">{toast.sentText}</p>
      <div className="mt-3 flex flex-wrap gap-3">
        <BookLink label={bookLabel} />
        <Button tone="outline" onClick={onAnother}>
          {form.another}
        </Button>
      </div>
    </div>
  )
}

function BookLink({ label }: { label: string | undefined }) {
  return label === undefined ? null : (
    <a href={localPath('/book')} className={buttonClass({ tone: 'outline' })}>
      {label}
    </a>
  )
}

type AskedForProps = {
  texts: FormTexts
  service: string
  serviceId: string | undefined
  plan: string | undefined
  onRemove: () => void
}

/** The service that the visitor asks about, with a button that removes it. */
function AskedFor({ texts, service, serviceId, plan, onRemove }: AskedForProps) {
  return (
    <div className="flex items-center gap-3 rounded-md border border-line-strong bg-overlay px-4 py-2.5 sm:col-span-2">
      <p className="min-w-0 flex-1 text-sm text-secondary">
        {texts.about}{' '}
        <strong className="font-medium text-primary">{plan ? `${service}, ${plan}` : service}</strong>
      </p>
      <button
        type="button"
        aria-label={texts.removeAbout}
        onClick={onRemove}
        className="js-only grid size-7 place-items-center rounded-sm text-muted hover:text-primary"
      >
        <X aria-hidden className="size-4" />
      </button>
      <input type="hidden" name="service" value={service} />
      {serviceId ? <input type="hidden" name="service_id" value={serviceId} /> : null}
      {plan ? <input type="hidden" name="plan" value={plan} /> : null}
    </div>
  )
}
