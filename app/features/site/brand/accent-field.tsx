import { useRef, useState } from 'react'

import { TextField } from '#app/ui/field.tsx'
import { useAwake } from '#app/ui/use-awake.ts'

import type { ShownAccent } from './save-brand.server.ts'

type AccentFieldProps = {
  name: 'accent' | 'second'
  label: string
  value: string
  error: string | undefined
  shown: readonly ShownAccent[]
}

/** An accent as the owner chose it, and below it the colours derived from it for contrast. */
export function AccentField({ name, label, value, error, shown }: AccentFieldProps) {
  const isAwake = useAwake()
  const field = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState(value)
  const own = shown.filter((accent) => accent.of === name)
  return (
    <div className="grid content-start gap-3">
      <div className="flex items-start gap-3">
        <TextField
          ref={field}
          id={name}
          name={name}
          label={label}
          required
          maxLength={7}
          defaultValue={value}
          error={error}
          hint="For example #7c6cf6."
          className="flex-1"
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        {isAwake ? (
          <input
            type="color"
            aria-label={name === 'accent' ? 'First colour picker' : 'Second colour picker'}
            value={pickable(typed) ?? value}
            onChange={(event) => {
              if (field.current) field.current.value = event.currentTarget.value
              setTyped(event.currentTarget.value)
            }}
            className="mt-6.5 h-11 w-12 shrink-0 rounded-md border border-line-strong bg-transparent p-1"
          />
        ) : null}
      </div>
      <ul className="grid gap-2 empty:hidden">
        {own.map(({ place, colour, contrast, isAdjusted }) => (
          <li key={place} className="flex items-center gap-3 text-sm text-secondary">
            <svg aria-hidden viewBox="0 0 20 20" className="size-5 shrink-0">
              <circle cx="10" cy="10" r="9.5" fill={colour} stroke="currentColor" strokeOpacity="0.3" />
            </svg>
            <span>
              {place}: {colour}, contrast {contrast}:1
              {isAdjusted ? ', adjusted so that it can be read' : ''}
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Returns six hexadecimal digits, the only form that the browser's colour picker accepts. */
function pickable(typed: string): string | null {
  const digits = /^#?([\da-f]{3}|[\da-f]{6})$/i.exec(typed.trim())?.[1]
  if (digits === undefined) return null
  return `#${digits.length === 3 ? digits.replaceAll(/./g, '$&$&') : digits}`.toLowerCase()
}
