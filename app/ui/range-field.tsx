type RangeFieldProps = {
  id: string
  label: string
  min: number
  max: number
  step?: number
  value: number
  locale: string
  onValue: (value: number) => void
}

export function RangeField({ id, label, min, max, step = 1, value, locale, onValue }: RangeFieldProps) {
  return (
    <div className="grid gap-2.5">
      <label htmlFor={id} className="flex items-baseline justify-between gap-4">
        <span className="text-secondary">{label}</span>
        <span aria-hidden className="shrink-0 font-display text-2xl font-semibold tabular-nums">
          {value.toLocaleString(locale)}
        </span>
      </label>
      <input
        id={id}
        type="range"
        min={min}
        max={max}
        step={step}
        value={value}
        onChange={(event) => onValue(event.currentTarget.valueAsNumber)}
        className="h-6 w-full"
      />
    </div>
  )
}
