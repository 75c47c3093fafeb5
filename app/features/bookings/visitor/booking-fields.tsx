import { Honeypot } from '#app/features/leads/form/consent.tsx'
import { visitSource } from '#app/features/leads/form/send-inquiry.ts'
import { fill } from '#app/lib/messages.ts'
import { Field, fieldControl, TextField } from '#app/ui/field.tsx'
import { TextArea } from '#app/ui/text-area.tsx'
import { useAwake } from '#app/ui/use-awake.ts'

import type { BookingsMessages } from '../messages.en.ts'
import type { Question } from '../types/meeting-type.ts'
import { ANSWER_LIMIT, answerField } from './read-answers.ts'

type BookingFieldsProps = {
  questions: readonly Question[]
  siteName: string
  texts: BookingsMessages['form']
  values: Readonly<Record<string, string>>
  errors: Readonly<Record<string, string>>
}

export function BookingFields({ questions, siteName, texts, values, errors }: BookingFieldsProps) {
  return (
    <>
      <TextField
        id="booking-name"
        name="name"
        label={texts.name}
        required
        autoComplete="name"
        defaultValue={values['name']}
        error={errors['name']}
      />
      <TextField
        id="booking-email"
        name="email"
        type="email"
        label={texts.email}
        required
        autoComplete="email"
        defaultValue={values['email']}
        error={errors['email']}
      />
      {questions.map(({ text, isRequired }, n) => {
        const name = answerField(n)
        return (
          <Field key={name} id={name} label={isRequired ? `${text} *` : text} error={errors[name]}>
            <TextArea
              {...fieldControl(name, errors[name])}
              name={name}
              rows={2}
              required={isRequired}
              maxLength={ANSWER_LIMIT}
              defaultValue={values[name]}
            />
          </Field>
        )
      })}
      <Honeypot label={texts.leaveEmpty} />
      <Source />
      <p className="text-sm text-secondary">
        {texts.consentBefore}
        <a href="/terms" className="text-primary underline underline-offset-4">
          {texts.consentLink}
        </a>
        {fill(texts.consentAfter, { siteName })}
      </p>
    </>
  )
}

function Source() {
  const source: Readonly<Record<string, string>> = useAwake() ? visitSource() : {}
  return Object.entries(source).map(([name, value]) => (
    <input key={name} type="hidden" name={name} value={value} />
  ))
}
