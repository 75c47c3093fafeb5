import { Consent, Honeypot } from '#app/features/leads/form/consent.tsx'
import { LeadFieldControl } from '#app/features/leads/form/lead-field-control.tsx'
import { leadsTexts } from '#app/features/leads/messages.ts'
import { fill } from '#app/lib/messages.ts'
import { Button } from '#app/ui/button.tsx'
import { useTexts } from '#app/ui/locale.tsx'
import { useSite } from '#app/ui/use-site.ts'

import { trialTexts } from '../messages.ts'

type InquiryFormProps = {
  token: string
  host: string
  values: Readonly<Record<string, string>>
  errors: Readonly<Record<string, string>>
}

export function InquiryForm({ token, host, values, errors }: InquiryFormProps) {
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
      {(['name', 'email', 'message'] as const).map((name) => (
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
