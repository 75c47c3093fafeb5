import { Form, useNavigate } from 'react-router'

import { VersionComparison } from '#app/features/editing/version-comparison.tsx'
import { Button } from '#app/ui/button.tsx'
import { Field, fieldControl, TextField, TypedContext, useTyped } from '#app/ui/field.tsx'
import { FormFields } from '#app/ui/form-fields.tsx'
import { Select } from '#app/ui/select.tsx'
import { TextArea } from '#app/ui/text-area.tsx'

import type { DetailsConflict, DetailValues, ServiceField } from './detail-values.server.ts'

type DetailsFormProps = {
  version: number
  values: DetailValues
  /** Empty for pages that are not services. */
  serviceFields: readonly ServiceField[]
  errors: Readonly<Record<string, string>>
  conflict: DetailsConflict | undefined
}

const wordFields: readonly ServiceField[] = [
  { name: 'name', title: 'Name', description: 'In menus and breadcrumbs.', control: 'line', options: [] },
  {
    name: 'metaTitle',
    title: 'Title in search results',
    description: 'If empty, the name is used.',
    control: 'line',
    options: [],
  },
  {
    name: 'description',
    title: 'Description in search results',
    description: undefined,
    control: 'paragraph',
    options: [],
  },
  {
    name: 'shareTitle',
    title: 'Title on share images',
    description: 'If empty, the name is used.',
    control: 'line',
    options: [],
  },
  {
    name: 'noindex',
    title: 'Keep it out of search engines',
    description: undefined,
    control: 'toggle',
    options: [],
  },
]

export function DetailsForm({ version, values, serviceFields, errors, conflict }: DetailsFormProps) {
  const navigate = useNavigate()
  const known = new Set([...wordFields, ...serviceFields].map(({ name }) => name))
  const elsewhere = Object.entries(errors).filter(([place]) => !known.has(place))
  const form = (
    <Form
      key={`${version} ${conflict?.version}`}
      method="post"
      aria-label="Details"
      className="grid gap-5 rounded-lg border border-line bg-raised p-6 sm:grid-cols-2"
    >
      <FormFields>
        <input type="hidden" name="version" value={conflict?.version ?? version} />
        {conflict ? (
          <div className="sm:col-span-2">
            <VersionComparison
              what="page"
              {...comparisonOf(conflict)}
              onTakeTheirs={() => void navigate('.', { replace: true })}
            />
          </div>
        ) : null}
        {elsewhere.map(([place, fault]) => (
          <p key={place} role="alert" className="text-sm text-danger sm:col-span-2">
            In the page’s sections ({place}): {fault}
          </p>
        ))}
        {wordFields.map((field) => (
          <DetailField key={field.name} field={field} values={values} error={errors[field.name]} />
        ))}
        {serviceFields.length > 0 ? (
          <fieldset className="grid gap-5 border-t border-line pt-5 sm:col-span-2 sm:grid-cols-2">
            <legend className="sr-only">How the service appears wherever it is listed</legend>
            {serviceFields.map((field) => (
              <DetailField key={field.name} field={field} values={values} error={errors[field.name]} />
            ))}
          </fieldset>
        ) : null}
        <div className="sm:col-span-2">
          <Button type="submit" name="intent" value="save" tone="solid">
            {conflict ? 'Save mine' : 'Save'}
          </Button>
        </div>
      </FormFields>
    </Form>
  )
  return conflict ? <TypedContext value={conflict.fields}>{form}</TypedContext> : form
}

function comparisonOf({ version, conflicts }: DetailsConflict) {
  const by = <Value,>(pick: (field: DetailsConflict['conflicts'][number]) => Value) =>
    Object.fromEntries(conflicts.map((field) => [field.place, pick(field)]))
  return {
    names: by(({ name }) => name),
    conflict: { version, current: by(({ theirs }) => theirs), mine: by(({ mine }) => mine) },
  }
}

type DetailFieldProps = { field: ServiceField; values: DetailValues; error: string | undefined }

function DetailField({ field, values, error }: DetailFieldProps) {
  const { name, title, description, control, options } = field
  const given = { id: name, label: title, error, hint: description }
  const value = values[name]
  if (control === 'toggle') return <BoxField name={name} label={title} isOn={value === 'on'} />
  if (control === 'paragraph')
    return (
      <Field {...given} className="sm:col-span-2">
        <TextArea {...fieldControl(name, error, description)} name={name} rows={3} defaultValue={value} />
      </Field>
    )
  if (control === 'choice' || control === 'icon')
    return (
      <Field {...given}>
        <Select {...fieldControl(name, error, description)} name={name} defaultValue={value}>
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.name}
            </option>
          ))}
        </Select>
      </Field>
    )
  return (
    <TextField
      {...given}
      name={name}
      required={name === 'name'}
      inputMode={control === 'number' ? 'decimal' : undefined}
      defaultValue={value}
    />
  )
}

/** After a rejection the checkbox keeps what was sent; browsers leave a checkbox out if it is not ticked. */
function BoxField({ name, label, isOn }: { name: string; label: string; isOn: boolean }) {
  const wasSent = useTyped('version', '') !== ''
  const sent = useTyped(name, '')
  return (
    <label className="flex items-center gap-2.5 sm:col-span-2">
      <input
        type="checkbox"
        name={name}
        defaultChecked={wasSent ? sent === 'on' : isOn}
        className="size-4.5 shrink-0"
      />
      {label}
    </label>
  )
}
