import { Honeypot } from '#app/features/leads/form/consent.tsx'
import { visitSource } from '#app/features/leads/form/send-inquiry.ts'
import type { AskedQuestions } from '#app/lib/question.ts'
import { QuestionFields } from '#app/features/leads/form/question-fields.tsx'
import { fill } from '#app/lib/messages.ts'
import { TextField } from '#app/ui/field.tsx'
import { useAwake } from '#app/ui/use-awake.ts'

import type { BookingsMessages } from '../messages.en.ts'

type BookingFieldsProps = {
  questions: AskedQuestions
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
      <QuestionFields {...questions} values={values} errors={errors} />
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
