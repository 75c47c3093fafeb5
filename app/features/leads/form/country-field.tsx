import { Combobox, type ComboboxOption } from '#app/ui/combobox.tsx'
import { Field } from '#app/ui/field.tsx'

import type { ListedCountry } from '../country-list.route.ts'

type CountryFieldProps = {
  id: string
  label: string
  hint: string
  emptyText: string
  defaultValue: string
  error: string | undefined
}

/** The country by name. The list comes with the first use of the field, so that no page carries it; without it one types. */
export function CountryField({ id, label, hint, emptyText, defaultValue, error }: CountryFieldProps) {
  return (
    <Field id={id} label={label} error={error}>
      <Combobox
        id={id}
        name="country"
        label={label}
        loadOptions={loadCountries}
        defaultValue={defaultValue}
        placeholder={hint}
        emptyText={emptyText}
        invalid={error !== undefined}
        autoComplete="country-name"
      />
    </Field>
  )
}

async function loadCountries(): Promise<ComboboxOption[]> {
  const response = await fetch('/api/countries')
  const countries = (await response.json()) as ListedCountry[]
  return countries.map(({ code, name, dialCode }) => ({
    value: name,
    note: dialCode,
    keywords: code,
    image: `/flags/${code}.svg`,
  }))
}
