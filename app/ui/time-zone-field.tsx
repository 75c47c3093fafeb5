import { Combobox } from './combobox.tsx'
import { Field } from './field.tsx'

type TimeZoneFieldProps = {
  label: string
  timeZone: string
  /** Those that the server knows. */
  timeZones: readonly string[]
  error: string | undefined
  hint?: string
  className?: string
}

/** The field `timeZone` of a form. */
export function TimeZoneField({ label, timeZone, timeZones, error, hint, className }: TimeZoneFieldProps) {
  return (
    <Field id="timeZone" label={label} error={error} hint={hint} className={className}>
      <Combobox
        id="timeZone"
        name="timeZone"
        label={label}
        loadOptions={async () => timeZones.map((zone) => ({ value: zone }))}
        defaultValue={timeZone}
        emptyText="No such time zone"
        invalid={error !== undefined}
      />
    </Field>
  )
}
