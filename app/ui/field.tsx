import { type ComponentProps, createContext, type ReactNode, use } from 'react'

import { cx } from '#app/lib/class-names.ts'

const none: Readonly<Record<string, string>> = {}

/** The typed values of a rejected form, so that a page without JavaScript shows them again. */
export const TypedContext = createContext(none)

export function useTyped<First>(name: string | undefined, first: First): First | string {
  const typed = use(TypedContext)
  return (name === undefined ? undefined : typed[name]) ?? first
}

export const inputClass = 'input'

type FieldProps = {
  /** The control's id, from which the ids of its error and hint are derived. */
  id: string
  label: string
  error?: string | undefined
  hint?: string | undefined
  className?: string
  children: ReactNode
}

export function Field({ id, label, error, hint, className, children }: FieldProps) {
  return (
    <div className={cx('grid content-start gap-1.5', className)}>
      <label htmlFor={id} className="text-sm font-medium text-secondary">
        {label}
      </label>
      {children}
      {error ? (
        <p id={`${id}-error`} className="text-sm text-danger">
          {error}
        </p>
      ) : null}
      {hint && !error ? (
        <p id={`${id}-hint`} className="text-sm text-muted">
          {hint}
        </p>
      ) : null}
    </div>
  )
}

export function fieldControl(id: string, error?: string, hint?: string) {
  return {
    id,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': error ? `${id}-error` : hint ? `${id}-hint` : undefined,
  }
}

type TextFieldProps = Omit<FieldProps, 'children'> & Omit<ComponentProps<'input'>, 'id' | 'className'>

export function TextField({ id, label, error, hint, className, ...input }: TextFieldProps) {
  const first = useTyped(input.name, input.defaultValue)
  const isOwn = input.value !== undefined || input.type === 'file'
  return (
    <Field id={id} label={label} error={error} hint={hint} {...(className && { className })}>
      <input
        className={inputClass}
        {...fieldControl(id, error, hint)}
        {...input}
        {...(!isOwn && { defaultValue: first })}
      />
    </Field>
  )
}
