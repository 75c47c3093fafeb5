import { type MouseEvent, useRef, useState } from 'react'

import { buttonClass } from '#app/ui/button.tsx'

import { type Formats, formatQuantity, type Given, type Line, type Quantities, within } from './quantities.ts'
import { calculationText, fillMessage, findMessage, withCalculation } from './send-calculation.ts'

type NumbersProps = {
  prefix: string
  names: readonly string[]
  quantities: Quantities
  labels: Readonly<Record<string, string>>
  given: Given
  formats: Formats
  onNumber: (name: string, value: number) => void
}

export function Sliders({ prefix, names, quantities, labels, given, formats, onNumber }: NumbersProps) {
  return fieldsOf(names, quantities, given).map(({ name, quantity, value }) => (
    <RangeField
      key={name}
      id={`${prefix}-${name}`}
      label={labels[name] || name}
      {...quantity}
      value={value}
      shown={formatQuantity(value, quantity, formats)}
      onValue={(next) => onNumber(name, next)}
    />
  ))
}

/** The values that the result depends on besides the visitor's own numbers. Each can be changed. */
export function Assumptions({
  title,
  prefix,
  names,
  quantities,
  labels,
  given,
  onNumber,
}: Omit<NumbersProps, 'formats'> & { title: string }) {
  return (
    <details data-sample="calculator" className="border-t border-line pt-4 lg:col-span-2">
      <summary className="w-fit font-medium text-secondary hover:text-primary">{title}</summary>
      <div className="mt-4 grid gap-x-10 gap-y-4 md:grid-cols-2">
        {fieldsOf(names, quantities, given).map(({ name, quantity, value }) => (
          <NumberField
            key={name}
            id={`${prefix}-${name}`}
            label={labels[name] || name}
            {...quantity}
            value={value}
            onValue={(next) => onNumber(name, next)}
          />
        ))}
      </div>
    </details>
  )
}

function fieldsOf(names: readonly string[], quantities: Quantities, given: Given) {
  return names.flatMap((name) => {
    const [quantity, value] = [quantities[name], given[name]]
    return quantity && value !== undefined ? [{ name, quantity, value }] : []
  })
}

type NumberFieldProps = {
  id: string
  label: string
  min: number
  max: number
  step: number
  value: number
  onValue: (value: number) => void
}

/** Shows the typed text while somebody types; only its value is limited to `min` and `max`. */
export function NumberField({ id, label, min, max, step, value, onValue }: NumberFieldProps) {
  const [draft, setDraft] = useState<string | null>(null)
  return (
    <div className="flex items-center justify-between gap-4">
      <label htmlFor={id} className="text-secondary">
        {label}
      </label>
      <input
        id={id}
        type="number"
        inputMode="decimal"
        min={min}
        max={max}
        step={step}
        value={draft ?? String(Math.round(value * 10) / 10)}
        onChange={({ currentTarget }) => {
          setDraft(currentTarget.value)
          const typed = currentTarget.valueAsNumber
          if (Number.isFinite(typed)) onValue(within(typed, { min, max }))
        }}
        onBlur={() => setDraft(null)}
        className="input w-28! shrink-0 text-end tabular-nums"
      />
    </div>
  )
}

export function ResultLine({ label, value }: Line) {
  return (
    <span className="flex flex-wrap justify-between gap-x-4 border-b border-line pb-4 text-secondary">
      {label} <span className="whitespace-nowrap tabular-nums">{value}</span>
    </span>
  )
}

/** Shows the result without line breaks in its figures. @param pattern the words around it, with `{amount}` */
export function Result({ label, pattern, amount }: { label: string; pattern: string; amount: string }) {
  const [before = '', after = ''] = pattern.split('{amount}')
  return (
    <span className="block">
      <span className="block text-secondary">{label}</span>
      <span className="mt-1 block text-secondary">
        {before}
        <span className="sweep-text inline-block font-display text-2xl font-semibold tracking-tight whitespace-nowrap tabular-nums sm:text-4xl">
          {amount}
        </span>
        {after}
      </span>
    </span>
  )
}

type SendThisProps = { words: string; href: string; title: string; lines: readonly Line[] }

/** Puts the calculation into the contact form on the page. Without script or such a form, it links to one. */
export function SendThis({ words, href, title, lines }: SendThisProps) {
  const sent = useRef<string | null>(null)
  function send(event: MouseEvent) {
    const message = findMessage()
    if (!message) return
    event.preventDefault()
    const text = calculationText(title, lines)
    fillMessage(message, withCalculation(message.value, text, sent.current))
    sent.current = text
  }
  return words === '' ? null : (
    <a href={href} onClick={send} className={buttonClass({ tone: 'outline', className: 'w-fit' })}>
      {words}
    </a>
  )
}

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

function RangeField({ id, label, min, max, step = 1, value, shown, onValue }: RangeFieldProps) {
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
