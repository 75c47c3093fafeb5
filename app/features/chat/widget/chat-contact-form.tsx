import { type SubmitEvent, useEffect, useId, useRef, useState } from 'react'

import { FormToken, type InquiryTarget, sendInquiry } from '#app/features/leads/form/send-inquiry.ts'
import { QuestionFields } from '#app/features/leads/form/question-fields.tsx'
import { localPath } from '#app/lib/local-path.ts'
import type { AskedQuestions } from '#app/lib/question.ts'
import { Button } from '#app/ui/button.tsx'
import { Field, fieldControl, TextField } from '#app/ui/field.tsx'
import { TextArea } from '#app/ui/text-area.tsx'
import { showToast } from '#app/ui/toast.tsx'

import type { ContactTexts } from './panel-texts.ts'

type ChatContactFormProps = {
  texts: ContactTexts
  /** The visitor's last question, with which the message field starts. */
  question: string
  target: InquiryTarget
  asked: AskedQuestions | undefined
}

const noValues = {}

/** The contact form inside the panel; the lead gets the conversation's transcript. */
export function ChatContactForm({ texts, question, target, asked: known }: ChatContactFormProps) {
  const id = useId()
  const [newer, setNewer] = useState<AskedQuestions>()
  const asked = newer ?? known
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const [phase, setPhase] = useState<'open' | 'sending' | 'sent'>('open')
  const token = useRef(new FormToken())

  useEffect(() => {
    void token.current.get()
  }, [])

  async function onSubmit(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    const fields = new FormData(event.currentTarget)
    if (!fields.has('consent')) {
      showToast({
        title: texts.consentTitle,
        text: texts.consentText,
        dismiss: texts.dismiss,
        tone: 'destructive',
      })
      return
    }
    setPhase('sending')
    const outcome = await sendInquiry(fields, token.current, target)
    setPhase(outcome.kind === 'sent' ? 'sent' : 'open')
    if (outcome.kind === 'sent') {
      showToast({ title: texts.sentTitle, text: texts.sentText, dismiss: texts.dismiss })
      return
    }
    const refused = outcome.kind === 'refused' ? outcome : null
    setErrors(refused?.fields ?? {})
    if (refused?.questions) setNewer(refused.questions)
    showToast({
      title: texts.errorTitle,
      text: refused?.error ?? texts.errorText,
      dismiss: texts.dismiss,
      tone: 'destructive',
    })
  }

  if (phase === 'sent')
    return (
      <p className="chat-bubble">
        {texts.sentTitle} {texts.sentText}
      </p>
    )
  return (
    <form
      data-leaves-message
      aria-label={texts.label}
      onSubmit={(event) => void onSubmit(event)}
      className="grid gap-3 rounded-md border border-line-strong p-4"
    >
      <TextField
        id={`${id}name`}
        name="name"
        label={texts.name}
        required
        autoComplete="name"
        error={errors['name']}
      />
      <TextField
        id={`${id}email`}
        name="email"
        type="email"
        label={texts.email}
        required
        autoComplete="email"
        error={errors['email']}
      />
      <Field id={`${id}message`} label={texts.message} error={errors['message']}>
        <TextArea
          {...fieldControl(`${id}message`, errors['message'])}
          name="message"
          required
          rows={3}
          defaultValue={question}
        />
      </Field>
      {asked ? <QuestionFields {...asked} idPrefix={id} values={noValues} errors={errors} /> : null}
      <ConsentField texts={texts} />
      <Button type="submit" tone="solid" disabled={phase === 'sending'}>
        {phase === 'sending' ? texts.sending : texts.send}
      </Button>
    </form>
  )
}

function ConsentField({ texts }: { texts: ContactTexts }) {
  return (
    <label className="flex items-start gap-2.5 text-sm text-secondary">
      <input type="checkbox" name="consent" className="mt-0.5 size-4 shrink-0" />
      <span>
        {texts.consentBefore}
        <a
          href={localPath('/terms')}
          target="_blank"
          rel="noopener"
          className="text-primary underline underline-offset-4"
        >
          {texts.consentLink}
        </a>
        {texts.consentAfter}
      </span>
    </label>
  )
}
