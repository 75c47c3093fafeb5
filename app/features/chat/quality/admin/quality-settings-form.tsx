import { Form } from 'react-router'

import type { FormAnswer } from '#app/lib/form-answer.ts'
import { Button } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/field.tsx'
import { FormFields } from '#app/ui/form-fields.tsx'

type Props = {
  settings: { isAutomatic: boolean; monthlyBound: number }
  spentThisMonth: number
  answer: FormAnswer | undefined
}

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })

export function QualitySettingsForm({ settings, spentThisMonth, answer }: Props) {
  const isRejected = answer?.ok === false && answer.intent === 'save'
  const isChosen = isRejected ? 'isAutomatic' in answer.typed : settings.isAutomatic
  return (
    <section aria-labelledby="settings-title" className="grid grid-cols-1 gap-4">
      <h2 id="settings-title" className="text-lg font-semibold">
        When to test
      </h2>
      <Form
        method="post"
        aria-labelledby="settings-title"
        className="grid max-w-2xl gap-5 rounded-lg border border-line bg-raised p-5 sm:p-6"
      >
        <FormFields>
          <div className="flex items-start gap-3">
            <input
              type="checkbox"
              id="isAutomatic"
              name="isAutomatic"
              defaultChecked={isChosen}
              aria-describedby="isAutomatic-hint"
              className="mt-1 size-4"
            />
            <div>
              <label htmlFor="isAutomatic">Test automatically after changes</label>
              <p id="isAutomatic-hint" className="text-sm text-muted">
                A test runs once the knowledge, the model or the prompt has changed since the last test and
                then stayed the same for ten minutes.
              </p>
            </div>
          </div>
          <TextField
            id="monthlyBound"
            name="monthlyBound"
            label="Monthly spending cap for tests ($)"
            inputMode="decimal"
            required
            defaultValue={settings.monthlyBound}
            error={isRejected ? answer.errors['monthlyBound'] : undefined}
            hint={`${dollars.format(spentThisMonth)} spent this month. Tests also count against the general spending caps, and a test stops when four fifths of such a cap are used.`}
          />
          <div>
            <Button type="submit" name="intent" value="save" tone="outline">
              Save
            </Button>
          </div>
        </FormFields>
      </Form>
    </section>
  )
}
