import { type SubmitEvent, useId, useState } from 'react'

import { type InquiryTarget, visitSource } from '#app/features/leads/form/send-inquiry.ts'
import { QuestionFields } from '#app/features/leads/form/question-fields.tsx'
import { localPath } from '#app/lib/local-path.ts'
import { isAnswerField } from '#app/lib/question.ts'
import { textDirection } from '#app/lib/text-direction.ts'
import { visibleText } from '#app/lib/readable-text.ts'
import type { CardField } from '#app/lib/visitor-card.ts'
import { Button } from '#app/ui/button.tsx'
import { Field, fieldControl, TextField } from '#app/ui/field.tsx'
import { TextArea } from '#app/ui/text-area.tsx'

import type { ChatCard as Card } from '../chat-events.ts'

const noValues = {}

type ChatCardProps = {
  card: Card
  target: InquiryTarget
  /** The message if the server cannot be reached. */
  failure: string
}

type Answer = { done?: string; error?: string; fields?: Readonly<Record<string, string>> }

export function ChatCard({ card, target, failure }: ChatCardProps) {
  const id = useId()
  const [answer, setAnswer] = useState<Answer>({})
  const [isSending, setSending] = useState(false)
  const done = answer.done ?? card.done

  async function onSubmit(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    const fields = new FormData(event.currentTarget)
    for (const [name, value] of Object.entries(visitSource())) fields.set(name, value)
    setSending(true)
    setAnswer(await press(target, fields, failure))
    setSending(false)
  }

  const title = (
    <p dir="auto" className="font-semibold">
      {visibleText(card.title)}
    </p>
  )
  const values = card.values.map(({ label, value }) => (
    <div key={label} className="text-sm">
      <dt className="text-secondary">{label}</dt>
      <dd dir={textDirection(value)}>{visibleText(value)}</dd>
    </div>
  ))
  if (done !== null)
    return (
      <div
        role="group"
        aria-label={card.title}
        className="grid gap-2 rounded-md border border-line-strong p-4"
      >
        {title}
        <p role="status">{done}</p>
      </div>
    )
  const faults = answer.fields ?? {}
  const shown = Object.keys(faults).filter(isAnswerField)
  const isElsewhere =
    shown.length === 0 && card.fields.every(({ name, kind }) => kind === 'hidden' || !faults[name])
  return (
    <form
      aria-label={card.title}
      onSubmit={(event) => void onSubmit(event)}
      className="grid gap-3 rounded-md border border-line-strong p-4"
    >
      {title}
      {values.length > 0 ? <dl className="grid gap-2">{values}</dl> : null}
      {card.fields.map((field) => (
        <CardInput key={field.name} id={`${id}${field.name}`} field={field} error={faults[field.name]} />
      ))}
      {card.questions ? (
        <QuestionFields {...card.questions} idPrefix={id} values={noValues} errors={faults} />
      ) : null}
      <Consent consent={card.consent} />
      {answer.error ? (
        <p role="alert" dir="auto" className="text-sm text-danger">
          {isElsewhere ? (Object.values(faults)[0] ?? answer.error) : answer.error}
        </p>
      ) : null}
      <Button type="submit" tone="solid" disabled={isSending}>
        {card.button}
      </Button>
    </form>
  )
}

async function press({ path, headers }: InquiryTarget, fields: FormData, failure: string): Promise<Answer> {
  try {
    const sent = await fetch(localPath(path), { method: 'POST', body: fields, ...(headers && { headers }) })
    const answer = (await sent.json()) as Answer
    return answer.done === undefined && answer.error === undefined ? { error: failure } : answer
  } catch {
    return { error: failure }
  }
}

type CardInputProps = { id: string; field: CardField; error: string | undefined }

function CardInput({ id, field: { name, label, kind, value, isRequired }, error }: CardInputProps) {
  if (kind === 'hidden') return <input type="hidden" name={name} value={value} />
  const control = { name, defaultValue: value, required: isRequired }
  if (kind === 'area')
    return (
      <Field id={id} label={label} error={error}>
        <TextArea {...fieldControl(id, error)} {...control} rows={3} />
      </Field>
    )
  const type = kind === 'email' ? 'email' : 'text'
  const autoComplete = kind === 'email' ? 'email' : name === 'name' ? 'name' : undefined
  return (
    <TextField {...control} id={id} label={label} type={type} autoComplete={autoComplete} error={error} />
  )
}

function Consent({ consent: { before, link, after, isBox } }: { consent: Card['consent'] }) {
  const sentence = (
    <span>
      {before}
      <a
        href={localPath('/terms')}
        target="_blank"
        rel="noopener"
        className="text-primary underline underline-offset-4"
      >
        {link}
      </a>
      {after}
    </span>
  )
  if (!isBox) return <p className="text-sm text-secondary">{sentence}</p>
  return (
    <label className="flex items-start gap-2.5 text-sm text-secondary">
      <input type="checkbox" name="consent" required className="mt-0.5 size-4 shrink-0" />
      {sentence}
    </label>
  )
}
