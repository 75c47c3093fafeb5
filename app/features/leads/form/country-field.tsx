import { Combobox, type ComboboxOption } from '#app/ui/combobox.tsx'
import { Field } from '#app/ui/field.tsx'

import { COUNTRIES_ID } from './contact-form-props.ts'

type CountryFieldProps = {
  id: string
  label: string
  hint: string
  emptyText: string
  defaultValue: string
  error: string | undefined
}

/** The country by name; the list stands in the page once, so that the script need not carry it. */
export function CountryField({ id, label, hint, emptyText, defaultValue, error }: CountryFieldProps) {
  return (
    <Field id={id} label={label} error={error}>
      <Combobox
        id={id}
        name="country"
        label={label}
        listId={COUNTRIES_ID}
        readOptions={readCountries}
        defaultValue={defaultValue}
        placeholder={hint}
        emptyText={emptyText}
        invalid={error !== undefined}
        autoComplete="country-name"
      />
    </Field>
  )
}

function readCountries(): ComboboxOption[] {
  const list = document.querySelector<HTMLDataListElement>(`#${COUNTRIES_ID}`)
  return [...(list?.options ?? [])].map((option) => ({
    value: option.value,
    note: option.label.split(' ').at(-1) ?? '',
    keywords: option.dataset['code'] ?? '',
    image: `/flags/${option.dataset['code']}.svg`,
  }))
}
