import { LeadFieldControl } from '#app/features/leads/form/lead-field-control.tsx'
import { HONEYPOT } from '#app/features/leads/lead-fields.ts'
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

/** Sends the result as an inquiry. It needs no script. */
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
      <div aria-hidden="true" className="absolute -start-[9999px] size-px overflow-hidden">
        <label>
          {form.leaveEmpty}
          <input name={HONEYPOT} tabIndex={-1} autoComplete="off" />
        </label>
      </div>
      <div className="sm:col-span-2">
        <label className="flex items-start gap-3 text-sm text-secondary">
          <input type="checkbox" name="consent" required className="mt-0.5 size-4 shrink-0 accent-accent" />
          <span>
            {form.consentBefore}
            <a href="/terms" className="text-primary underline underline-offset-4">
              {form.consentLink}
            </a>
            {fill(form.consentAfter, { siteName })}
          </span>
        </label>
        {errors['consent'] ? <p className="mt-1.5 text-sm text-danger">{errors['consent']}</p> : null}
      </div>
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
