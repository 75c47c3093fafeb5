import { buttonClass } from '#app/ui/button.tsx'
import { useTexts } from '#app/ui/locale.tsx'

import { siteTexts } from '../messages.ts'

export function NotFoundContent() {
  const { notFound } = useTexts(siteTexts)
  return (
    <div className="container-page grid min-h-[70dvh] content-center justify-items-start py-24">
      <p className="font-display text-2xl text-muted">404</p>
      <h1 className="mt-4 text-hero font-bold">{notFound.title}</h1>
      <p className="mt-5 text-lead text-secondary">{notFound.text}</p>
      <a href="/" className={buttonClass({ tone: 'solid', size: 'lg', className: 'mt-9' })}>
        {notFound.home}
      </a>
    </div>
  )
}
