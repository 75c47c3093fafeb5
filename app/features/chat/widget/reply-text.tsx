import { lazy, Suspense } from 'react'

import { visibleText } from '#app/lib/visible-text.ts'

import type { ReplyMarkdownProps } from './reply-markdown.tsx'

/** The parser is as large as all else of the widget: it comes with the first reply that needs it. */
const ReplyMarkdown = lazy(async () => ({ default: (await import('./reply-markdown.tsx')).ReplyMarkdown }))

/** Any character that Markdown may read as more than itself, or an address it would make a link of. */
const markup = /[*_`[\]<>~|#\\&]|^\s*(?:[-+]|\d+[.)])\s|:\/\/|www\.|\n|@/m

/** A reply as it is read: plain words at once, Markdown as soon as its parser is there. */
export function ReplyText({ text, links, cite }: ReplyMarkdownProps) {
  const plain = <p className="whitespace-pre-wrap">{visibleText(text)}</p>
  return markup.test(text) ? (
    <Suspense fallback={<div className="chat-markdown">{plain}</div>}>
      <ReplyMarkdown text={text} links={links} cite={cite} />
    </Suspense>
  ) : (
    <div className="chat-markdown">{plain}</div>
  )
}
