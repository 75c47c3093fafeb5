import { buttonClass } from '#app/ui/button.tsx'
import { useMessages } from '#app/ui/locale.tsx'

import { blogMessages } from '../blog-messages.ts'

/** The words of §2 for a post that is missing or cannot be loaded. */
export function PostNotFound() {
  const { notFound } = useMessages(blogMessages)
  return (
    <div className="theme-auto container-page grid min-h-[70dvh] content-center justify-items-start py-24">
      <h1 className="text-hero font-bold">{notFound.title}</h1>
      <p className="mt-5 text-lead text-secondary">{notFound.text}</p>
      <a href="/blog" className={buttonClass({ tone: 'solid', size: 'lg', className: 'mt-9' })}>
        {notFound.back}
      </a>
    </div>
  )
}
