import { localPath } from '#app/lib/local-path.ts'
import { Combobox, type ComboboxOption } from '#app/ui/combobox.tsx'
import { Field, fieldControl, TextField } from '#app/ui/field.tsx'
import { TextArea } from '#app/ui/text-area.tsx'

import type { ListedCountry } from '../country-list.route.ts'
import { leadField, type LeadFieldName } from '../lead-fields.ts'
import type { LeadsMessages } from '../messages.en.ts'

type LeadFieldControlProps = {
  name: LeadFieldName
  texts: LeadsMessages['form']
  defaultValue: string | undefined
  error: string | undefined
}

export function LeadFieldControl({ name, texts, defaultValue, error }: LeadFieldControlProps) {
  const { kind, isRequired, isWide, autoComplete } = leadField(name)
  const id = `contact-${name}`
  const field = { id, label: texts[name], error, ...(isWide && { className: 'sm:col-span-2' }) }
  switch (kind) {
    case 'country':
      return (
        <Field {...field}>
          <Combobox
            id={id}
            name={name}
            label={texts[name]}
            loadOptions={loadCountries}
            defaultValue={defaultValue}
            placeholder={texts.countryHint}
            emptyText={texts.countryNone}
            invalid={error !== undefined}
            autoComplete="country-name"
          />
        </Field>
      )
    case 'text':
      return (
        <Field {...field}>
          <TextArea
            {...fieldControl(id, error)}
            name={name}
            required={isRequired}
            rows={5}
            defaultValue={defaultValue}
            placeholder={texts.messagePlaceholder}
            className="min-h-[120px] resize-y"
          />
        </Field>
      )
    default:
      return (
        <TextField
          {...field}
          name={name}
          type={inputTypes[kind]}
          required={isRequired}
          autoComplete={autoComplete}
          defaultValue={defaultValue}
        />
      )
  }
}

const inputTypes = { line: undefined, email: 'email', phone: 'tel' } as const

/** Loads the list on first use, so that no page includes it. Without it, visitors can still type a country. */
async function loadCountries(): Promise<ComboboxOption[]> {
  const response = await fetch(localPath('/api/countries'))
  const countries = (await response.json()) as ListedCountry[]
  return countries.map(({ code, name, dialCode }) => ({
    value: name,
    note: dialCode,
    keywords: code,
    image: `/flags/${code}.svg`,
  }))
}
