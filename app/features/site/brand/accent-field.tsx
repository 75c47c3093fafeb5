import { TextField } from '#app/ui/field.tsx'

import type { ShownAccent } from './save-brand.server.ts'

type AccentFieldProps = {
  name: 'accent' | 'second'
  label: string
  value: string
  error: string | undefined
  shown: readonly ShownAccent[]
}

/** An accent as the owner chose it, and below it how it is shown where that differs. */
export function AccentField({ name, label, value, error, shown }: AccentFieldProps) {
  const own = shown.filter((accent) => accent.of === name)
  return (
    <div className="grid content-start gap-3">
      <TextField
        id={name}
        name={name}
        label={label}
        required
        maxLength={7}
        defaultValue={value}
        error={error}
        hint="For example #7c6cf6."
      />
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
