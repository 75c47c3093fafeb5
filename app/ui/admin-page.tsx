import type { ReactNode } from 'react'
import { useActionData } from 'react-router'

import { cx } from '#app/lib/class-names.ts'
import type { FormAnswer } from '#app/lib/form-answer.ts'

import { TypedContext } from './field.tsx'
import { useActionToast } from './toast.tsx'

type AdminPageProps = {
  title: ReactNode
  actions?: ReactNode
  children: ReactNode
  width?: keyof typeof widths
}

/** Forms stay at a readable width; lists use the window up to 1,600 pixels. */
const widths = { form: 'max-w-5xl', wide: 'max-w-7xl', list: 'width-of-lists' }

export function AdminPage({ title, actions, children, width = 'form' }: AdminPageProps) {
  const answer = useActionData<FormAnswer>()
  useActionToast(answer)
  return (
    <div
      className={cx(
        'grid w-full grid-cols-1 px-5 py-5 lg:px-8',
        width === 'list' ? 'gap-4' : 'gap-6',
        widths[width],
      )}
    >
      <div className="flex min-h-10 flex-wrap items-center justify-between gap-4">
        <h1 className="text-2xl font-semibold tracking-tight">{title}</h1>
        {actions ? <div className="flex flex-wrap gap-2">{actions}</div> : null}
      </div>
      {answer?.toast ? <PlainToast toast={answer.toast} /> : null}
      <TypedContext value={answer?.typed ?? {}}>{children}</TypedContext>
    </div>
  )
}

function PlainToast({ toast: { title, text, tone } }: { toast: NonNullable<FormAnswer['toast']> }) {
  return (
    <noscript>
      <p
        role={tone === 'destructive' ? 'alert' : 'status'}
        className="rounded-md border border-line-strong p-4"
      >
        <strong>{title}</strong> {text}
      </p>
    </noscript>
  )
}
