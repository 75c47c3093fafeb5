import { fill } from '#app/lib/messages.ts'

import type { ChatSource } from '../chat-events.ts'

export type SourceTexts = { sources: string; source: string; page: string }

type SourceProps = { source: ChatSource; id: string; texts: SourceTexts }

export function ChatSources({
  sources,
  messageId,
  texts,
}: {
  sources: readonly ChatSource[]
  messageId: string
  texts: SourceTexts
}) {
  return (
    <div className="mt-2 border-t border-line pt-2 text-xs text-secondary">
      <p className="font-medium">{texts.sources}</p>
      <ol className="mt-1 grid gap-1">
        {sources.map((source) => (
          <li key={source.number} className="flex gap-1.5">
            <span className="shrink-0 whitespace-nowrap tabular-nums">{source.number}.</span>
            <Source source={source} id={sourceId(messageId, source.number)} texts={texts} />
          </li>
        ))}
      </ol>
    </div>
  )
}

function Source({ source, id, texts }: SourceProps) {
  const name = nameOf(source, texts)
  if (source.href !== null)
    return (
      <a id={id} href={source.href} {...newTab(source.href)} className="underline">
        <bdi>{name}</bdi>
      </a>
    )
  return (
    <details id={id} className="min-w-0">
      <summary className="cursor-pointer underline">
        <bdi>{name}</bdi>
      </summary>
      <p dir="auto" className="mt-1 whitespace-pre-wrap">
        {source.text}
      </p>
    </details>
  )
}

export function CitationMark({
  source,
  messageId,
  texts,
}: {
  source: ChatSource
  messageId: string
  texts: SourceTexts
}) {
  const label = fill(texts.source, { number: String(source.number), name: nameOf(source, texts) })
  const id = sourceId(messageId, source.number)
  return (
    <sup className="whitespace-nowrap">
      {source.href === null ? (
        <button type="button" aria-label={label} className="chat-citation" onClick={() => openPassage(id)}>
          {source.number}
        </button>
      ) : (
        <a href={source.href} {...newTab(source.href)} aria-label={label} className="chat-citation">
          {source.number}
        </a>
      )}
    </sup>
  )
}

function openPassage(id: string): void {
  const passage = document.getElementById(id)
  if (!(passage instanceof HTMLDetailsElement)) return
  passage.open = true
  passage.querySelector('summary')?.focus()
}

function nameOf({ title, page }: ChatSource, texts: SourceTexts): string {
  return page === null ? title : fill(texts.page, { title, page: String(page) })
}

function sourceId(messageId: string, number: number): string {
  return `source-${messageId}-${number}`
}

/** Pages of this site open in the same tab, where the chat continues; everything else opens in a new one. */
function newTab(href: string) {
  const isPage = href.startsWith('/') && !href.startsWith('/knowledge/')
  return isPage ? {} : ({ target: '_blank', rel: 'noopener noreferrer' } as const)
}
