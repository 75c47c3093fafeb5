import { type SubmitEvent, useEffect, useRef, useState } from 'react'

import { Button } from '#app/ui/button.tsx'
import { fieldControl } from '#app/ui/field.tsx'
import { X } from '#app/ui/icons.tsx'
import { Spinner } from '#app/ui/spinner.tsx'
import { showToast, Toaster } from '#app/ui/toast.tsx'

import { HONEYPOT, type InquiryField, leadFieldNames } from '../lead-fields.ts'

import type { ContactFormProps } from './contact-form-props.ts'
import { LeadFieldControl } from './lead-field-control.tsx'
import { FormToken, sendInquiry } from './send-inquiry.ts'

type Errors = Partial<Record<InquiryField, string>>

/**
 * The contact form. As HTML it posts to /contact and comes back with what was typed; awake, it sends by itself, answers
 * by toasts (§4, §5, §8) and starts afresh once the message is received.
 */
export function ContactForm(props: ContactFormProps) {
  const { texts, values = {} } = props
  const [errors, setErrors] = useState<Errors>(props.errors ?? {})
  const [refusal, setRefusal] = useState(props.refusal)
  const [sending, setSending] = useState(false)
  const [filled, setFilled] = useState(0)
  const token = useRef(new FormToken())

  useEffect(() => {
    void token.current.get()
  }, [])

  async function onSubmit(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    if (sending) return
    const form = event.currentTarget
    const fields = new FormData(form)
    if (!fields.has('consent')) {
      showToast({ title: texts.toast.consentTitle, text: texts.toast.consentText, tone: 'destructive' })
      form.querySelector<HTMLInputElement>('[name=consent]')?.focus()
      return
    }
    setSending(true)
    const outcome = await sendInquiry(fields, token.current)
    setSending(false)
    if (outcome.kind === 'sent') {
      token.current.renew()
      void token.current.get()
      form.reset()
      setFilled((count) => count + 1)
      setErrors({})
      setRefusal(undefined)
      showToast({ title: texts.toast.sentTitle, text: texts.toast.sentText })
      return
    }
    const refused = outcome.kind === 'refused' ? outcome : null
    setErrors(refused?.fields ?? {})
    setRefusal(undefined)
    showToast({
      title: texts.toast.errorTitle,
      text: refused?.error ?? texts.toast.errorText,
      tone: 'destructive',
    })
    const firstFault = Object.keys(refused?.fields ?? {})[0]
    if (firstFault) form.querySelector<HTMLElement>(`[name=${firstFault}]`)?.focus()
  }

  return (
    <form
      aria-label={texts.form.label}
      method="post"
      action="/contact"
      onSubmit={(event) => void onSubmit(event)}
      className="grid gap-5 sm:grid-cols-2"
    >
      {refusal ? (
        <p role="alert" className="rounded-md border border-danger/50 px-4 py-3 text-danger sm:col-span-2">
          {refusal}
        </p>
      ) : null}
      <input type="hidden" name="form" value={props.form} />
      <AskedFor key={filled} texts={texts.form} service={props.service} plan={props.plan} />
      {leadFieldNames.map((name) => (
        <LeadFieldControl
          key={name}
          name={name}
          texts={texts.form}
          defaultValue={values[name] ?? ''}
          error={errors[name]}
        />
      ))}
      <div aria-hidden="true" className="absolute -left-[9999px] size-px overflow-hidden">
        <label>
          {texts.form.leaveEmpty}
          <input name={HONEYPOT} tabIndex={-1} autoComplete="off" />
        </label>
      </div>
      <div className="grid gap-1.5 sm:col-span-2">
        <div className="flex items-start gap-3">
          <input
            {...fieldControl('contact-consent', errors.consent)}
            type="checkbox"
            name="consent"
            aria-required="true"
            className="mt-1 size-5 shrink-0 rounded-sm"
          />
          <label htmlFor="contact-consent" className="text-sm text-secondary">
            {texts.form.consentBefore}
            <a href="/terms" className="text-primary underline underline-offset-4">
              {texts.form.consentLink}
            </a>
            {props.consentAfter}
          </label>
        </div>
        {errors.consent ? (
          <p id="contact-consent-error" className="text-sm text-danger">
            {errors.consent}
          </p>
        ) : null}
      </div>
      <div className="sm:col-span-2">
        <Button type="submit" tone="sweep" size="lg" disabled={sending} className="w-full sm:w-auto">
          {sending ? (
            <>
              <Spinner /> {texts.form.sending}
            </>
          ) : (
            texts.form.send
          )}
        </Button>
      </div>
      <Toaster />
    </form>
  )
}

type AskedForProps = {
  texts: ContactFormProps['texts']['form']
  service: string | undefined
  plan: string | undefined
}

/** What the visitor came to ask about; it can be taken off the inquiry. */
function AskedFor({ texts, service, plan }: AskedForProps) {
  const [kept, setKept] = useState(true)
  if (!service || !kept) return null
  return (
    <div className="flex items-center gap-3 rounded-md border border-line-strong bg-overlay px-4 py-2.5 sm:col-span-2">
      <p className="min-w-0 flex-1 text-sm text-secondary">
        {texts.about}{' '}
        <strong className="font-medium text-primary">{plan ? `${service}, ${plan}` : service}</strong>
      </p>
      <button
        type="button"
        aria-label={texts.removeAbout}
        onClick={() => setKept(false)}
        className="js-only grid size-7 place-items-center rounded-sm text-muted hover:text-primary"
      >
        <X aria-hidden className="size-4" />
      </button>
      <input type="hidden" name="service" value={service} />
      {plan ? <input type="hidden" name="plan" value={plan} /> : null}
    </div>
  )
}
