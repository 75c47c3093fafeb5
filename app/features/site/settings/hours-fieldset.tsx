import { weekdays } from '#app/lib/business-hours.ts'
import { Field, fieldControl, TextField } from '#app/ui/field.tsx'
import { TextArea } from '#app/ui/text-area.tsx'

import type { HoursFields } from './hours-fields.ts'

type HoursFieldsetProps = {
  hours: HoursFields
  errors: Readonly<Record<string, string>>
}

export function HoursFieldset({ hours, errors }: HoursFieldsetProps) {
  return (
    <fieldset className="grid gap-4 rounded-md border border-line p-4 sm:col-span-2 sm:grid-cols-2 lg:grid-cols-4">
      <legend className="px-1 text-sm font-medium text-secondary">Business hours</legend>
      <p className="text-sm text-muted sm:col-span-2 lg:col-span-4">
        Hours such as 9:00-17:00 or 9-12, 13-17, in the time zone above; “24 hours” for a whole day, empty for
        a closed one. Visitors who ask for a person in the chat are told when to expect a reply. In texts, use{' '}
        <code>{'{businessHours}'}</code>.
      </p>
      {weekdays.map((day) => (
        <TextField
          key={day}
          id={day}
          name={day}
          label={day}
          maxLength={100}
          defaultValue={hours[day]}
          error={errors[day]}
        />
      ))}
      <Field
        id="closedOn"
        label="Closed on"
        hint="Dates such as 2026-12-25, one per line."
        error={errors['closedOn']}
      >
        <TextArea
          {...fieldControl('closedOn', errors['closedOn'], 'hint')}
          name="closedOn"
          rows={2}
          defaultValue={hours.closedOn.join('\n')}
        />
      </Field>
    </fieldset>
  )
}
