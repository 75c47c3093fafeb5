import { cx } from '#app/lib/class-names.ts'
import { Check, TriangleAlert } from '#app/ui/icons.tsx'

import type { Run } from './played-run.ts'

type Field = { label: string; value: string; errorValue: string }

export type Invoice = {
  sender: string
  title: string
  fields: readonly Field[]
  rows: readonly { text: string; amount: string }[]
  differs: string
  stamp: string
}

type RunInvoiceProps = { invoice: Invoice; run: Run; isErrorFound: boolean }

/** Marks each field that has been read. The last field is the total. */
export function RunInvoice({ invoice, run, isErrorFound }: RunInvoiceProps) {
  const { fields } = invoice
  const field = (index: number) => {
    const each = fields[index]
    return each ? (
      <InvoiceField key={index} {...{ each, index, run, isErrorFound }} differs={invoice.differs} />
    ) : null
  }
  return (
    <div className="relative flex flex-col rounded-md bg-primary p-5 text-ink sm:p-6">
      <p className="font-display text-xl font-semibold tracking-tight">{invoice.sender}</p>
      <h3 className="text-sm text-ink/75">{invoice.title}</h3>
      <dl className="-mx-1.5 mt-4 grid gap-1.5 text-sm">
        {fields.slice(0, -1).map((_, index) => field(index))}
      </dl>
      <ul className="mt-4 border-y border-ink/20 py-2 text-sm">
        {invoice.rows.map(({ text, amount }, index) => (
          <li key={index} className="flex justify-between gap-4 py-1">
            {text} <span className="whitespace-nowrap tabular-nums">{amount}</span>
          </li>
        ))}
      </ul>
      <dl className="-mx-1.5 mt-3 font-medium">{field(fields.length - 1)}</dl>
      <p
        aria-hidden
        className={cx(
          'mt-4 self-end rounded-sm border-2 border-current px-3 py-1 text-sm font-semibold -rotate-6',
          run.phase !== 'done' && 'invisible',
        )}
      >
        {invoice.stamp}
      </p>
    </div>
  )
}

type InvoiceFieldProps = Omit<RunInvoiceProps, 'invoice'> & { each: Field; index: number; differs: string }

function InvoiceField({ each, index, run, isErrorFound, differs }: InvoiceFieldProps) {
  const { label, value, errorValue } = each
  const isRead = index < run.read
  const isOther = run.hasError && errorValue !== ''
  const isWrong = isOther && isErrorFound
  const Mark = isWrong ? TriangleAlert : Check
  return (
    <div
      className={cx(
        'flex flex-wrap items-center justify-between gap-x-4 rounded-sm border-2 px-1.5 py-0.5 transition-colors',
        !isRead && 'border-transparent',
        isRead && (isWrong ? 'border-dashed border-ink bg-warning/40' : 'border-accent-fill bg-accent/15'),
      )}
    >
      <dt className="text-ink/75">{label}</dt>
      <dd className="flex items-center gap-1.5 tabular-nums">
        {isOther ? errorValue : value}
        <Mark aria-hidden className={cx('size-4', !isRead && 'invisible')} />
      </dd>
      {isWrong && isRead && differs ? <dd className="w-full text-sm">{differs}</dd> : null}
    </div>
  )
}
