type RangeFieldProps = {
  id: string
  label: string
  min: number
  max: number
  step?: number
  value: number
  shown: string
  onValue: (value: number) => void
}

export function RangeField({ id, label, min, max, step = 1, value, shown, onValue }: RangeFieldProps) {
  return (
    <div className="grid gap-2.5">
      <label htmlFor={id} className="flex items-baseline justify-between gap-4">
        <span className="text-secondary">{label}</span>
        <span aria-hidden className="shrink-0 font-display text-2xl font-semibold tabular-nums">
          {shown}
        </span>
      </label>
      <input
        id={id}
        type="range"
        min={min}
        max={max}
        step={step}
        value={value}
        aria-valuetext={shown}
        onChange={(event) => onValue(event.currentTarget.valueAsNumber)}
        className="slider"
      />
    </div>
  )
}
