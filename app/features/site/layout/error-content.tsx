import { use } from 'react'
import { isRouteErrorResponse } from 'react-router'

import { PageContext } from '#app/ui/page-context.ts'
import { fill } from '#app/lib/messages.ts'
import { buttonClass } from '#app/ui/button.tsx'
import { useTexts } from '#app/ui/locale.tsx'

import { siteTexts } from '../messages.ts'
import { NotFoundContent } from '../not-found/not-found-content.tsx'

/**
 * Shown in place of a page that failed, with the message of a refusal but not of an error. A visitor can quote the
 * request's id, and the operator can look it up.
 */
export function ErrorContent({ error: thrown }: { error: unknown }) {
  const { error } = useTexts(siteTexts)
  const { requestId } = use(PageContext)
  const refusal = isRouteErrorResponse(thrown) ? thrown : null
  if (refusal?.status === 404) return <NotFoundContent />
  const sentence = typeof refusal?.data === 'string' && refusal.status !== 500 ? refusal.data : error.text
  return (
    <div className="container-page grid min-h-[70dvh] content-center justify-items-start py-24">
      <p className="font-display text-2xl text-muted">{refusal?.status ?? 500}</p>
      <h1 className="mt-4 text-hero font-bold">{error.title}</h1>
      <p className="mt-5 text-lead text-secondary">{sentence}</p>
      {requestId ? <p className="mt-3 text-sm text-muted">{fill(error.request, { requestId })}</p> : null}
      <a href="/" className={buttonClass({ tone: 'solid', size: 'lg', className: 'mt-9' })}>
        {error.home}
      </a>
    </div>
  )
}
