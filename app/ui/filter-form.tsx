import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { Form, useSubmit } from 'react-router'

import { cx } from '#app/lib/class-names.ts'

import { inputClass } from './field.tsx'
import { Search } from './icons.tsx'
import { Select } from './select.tsx'

type FilterFormProps = {
  label: string
  className: string
  preventScrollReset?: boolean
  children: ReactNode
}

/** Selects and checkboxes apply immediately; the search field applies on submit. */
export function FilterForm({ label, className, preventScrollReset = false, children }: FilterFormProps) {
  const submit = useSubmit()
  return (
    <Form
      role="search"
      aria-label={label}
      preventScrollReset={preventScrollReset}
      className={className}
      onChange={({ target, currentTarget }) => {
        const isBox = target instanceof HTMLInputElement && target.type === 'checkbox'
        if (isBox || target instanceof HTMLSelectElement) void submit(currentTarget, { preventScrollReset })
      }}
    >
      {children}
    </Form>
  )
}

/** Updates the control in place, because a new element for each value would lose the focus. */
export function useShownValue<Control extends HTMLInputElement | HTMLSelectElement>(
  value: string,
): RefObject<Control | null> {
  const control = useRef<Control>(null)
  const before = useRef(value)
  useEffect(() => {
    if (control.current && before.current !== value) control.current.value = value
    before.current = value
  }, [value])
  return control
}

type SearchFieldProps = { label: string; placeholder: string; value: string; className?: string }

export function SearchField({ label, placeholder, value, className }: SearchFieldProps) {
  const control = useShownValue<HTMLInputElement>(value)
  return (
    <span className={cx('relative', className)}>
      <Search aria-hidden className="absolute top-1/2 left-3 size-4 -translate-y-1/2 text-muted" />
      <input
        ref={control}
        type="search"
        name="q"
        aria-label={label}
        placeholder={placeholder}
        defaultValue={value}
        className={cx(inputClass, 'py-2 pl-9')}
      />
    </span>
  )
}

type FilterSelectProps = {
  name: string
  label: string
  /** Label of the option without a filter. */
  any: string
  value: string | null
  options?: Readonly<Record<string, string>>
  children?: ReactNode
}

/** Renders nothing if its options are given and there are none. */
export function FilterSelect(props: FilterSelectProps) {
  const { options } = props
  return options && Object.keys(options).length === 0 ? null : <OfferedSelect {...props} />
}

function OfferedSelect({ name, label, any, value, options, children }: FilterSelectProps) {
  const control = useShownValue<HTMLSelectElement>(value ?? '')
  return (
    <Select ref={control} name={name} aria-label={label} defaultValue={value ?? undefined} className="py-2">
      <option value="">{any}</option>
      {options &&
        Object.entries(options).map(([option, text]) => (
          <option key={option} value={option}>
            {text}
          </option>
        ))}
      {children}
    </Select>
  )
}
