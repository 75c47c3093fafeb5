import type { ReactNode } from 'react'

import { Ranges } from '../ranges.tsx'

import { Assumptions, NumberField, ResultLine, SendThis, Sliders } from './calculator-parts.tsx'
import { type Formats, formatQuantity, type Given, type Line, type Quantities } from './quantities.ts'

type Texts = Readonly<Record<'title' | 'assumptions' | 'formula' | 'none' | 'send', string>> &
  Readonly<Record<string, string>>

type CalculatorProps = {
  /** Prefix of the fields' ids, before the names. */
  prefix: string
  /** Includes the labels of the quantities, by name. */
  texts: Texts
  quantities: Quantities
  /** Names of the quantities that have a slider. */
  inputs: readonly string[]
  assumptions: readonly string[]
  /** A number computed from the inputs; when it is edited, one of the inputs changes. */
  derived: { name: string; max: number; value: number; onValue: (value: number) => void }
  given: Given
  formats: Formats
  onNumber: (name: string, value: number) => void
  /** The first two are always shown; all are sent with the inquiry. */
  lines: readonly Line[]
  savesNothing: boolean
  /** Link to the contact form, used if the page has none. */
  contact: string
  className: string
  /** The saving, shown unless `savesNothing`. */
  children: ReactNode
}

export function Calculator(props: CalculatorProps) {
  const { prefix, texts, quantities, inputs, assumptions, given, formats, onNumber, lines } = props
  const shared = { prefix, quantities, labels: texts, given, formats, onNumber }
  const numbers = [...inputs, ...assumptions].flatMap((name): Line[] => {
    const [quantity, value, label] = [quantities[name], given[name], texts[name]]
    return quantity && value !== undefined && label !== undefined
      ? [{ label, value: formatQuantity(value, quantity, formats) }]
      : []
  })
  const { name, ...derived } = props.derived
  return (
    <div
      className={`grid gap-x-10 gap-y-8 rounded-lg border border-line p-6 sm:p-9 lg:grid-cols-2 ${props.className}`}
    >
      <div data-sample="calculator" className="grid content-start gap-7">
        <Sliders {...shared} names={inputs} />
        <NumberField id={`${prefix}-${name}`} label={texts[name] || name} min={1} step={1} {...derived} />
      </div>
      <div data-sample="calculator" className="grid content-start gap-6">
        <output
          htmlFor={inputs.map((input) => `${prefix}-${input}`).join(' ')}
          className="grid content-start gap-5"
        >
          {lines.slice(0, 2).map((line, index) => (
            <ResultLine key={index} {...line} />
          ))}
          {props.savesNothing ? <span className="text-secondary">{texts.none}</span> : props.children}
        </output>
        <SendThis
          words={texts.send}
          href={props.contact}
          title={texts.title}
          lines={[...numbers, ...lines]}
        />
      </div>
      <Assumptions {...shared} title={texts.assumptions} names={assumptions} />
      <p className="text-sm text-muted lg:col-span-2">
        <Ranges text={texts.formula} />
      </p>
    </div>
  )
}
