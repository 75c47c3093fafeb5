import { Button } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/field.tsx'
import { useTexts } from '#app/ui/locale.tsx'

import { trialFormTexts } from './form-messages.ts'

type TrialFormProps = {
  id: string
  values?: Readonly<Record<string, string>>
  errors?: Readonly<Record<string, string>>
}

const nothing = {}

export function TrialForm({ id, values = nothing, errors = nothing }: TrialFormProps) {
  const form = useTexts(trialFormTexts)
  return (
    <form method="post" action="/try" aria-label={form.label} className="grid max-w-2xl gap-5">
      <div className="grid items-end gap-4 sm:grid-cols-[1fr_auto]">
        <TextField
          id={`${id}-address`}
          name="address"
          label={form.address}
          inputMode="url"
          autoComplete="url"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={200}
          required
          placeholder={form.example}
          defaultValue={values['address']}
          error={errors['address']}
        />
        <Button type="submit" tone="sweep" size="lg">
          {form.start}
        </Button>
      </div>
      <div>
        <label className="flex items-start gap-3 text-sm text-secondary">
          <input
            type="checkbox"
            name="consent"
            required
            className="mt-0.5 size-4 shrink-0 accent-accent"
            aria-describedby={errors['consent'] ? `${id}-consent-error` : undefined}
          />
          {form.consent}
        </label>
        {errors['consent'] ? (
          <p id={`${id}-consent-error`} className="mt-1.5 text-sm text-danger">
            {errors['consent']}
          </p>
        ) : null}
      </div>
      <p className="text-sm text-muted">{form.note}</p>
    </form>
  )
}
