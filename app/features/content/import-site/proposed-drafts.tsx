import type { ReactNode } from 'react'
import { Link } from 'react-router'

import type { ProposedPage, ProposedPost, Sourced } from './proposal.ts'

const linkClass = 'break-all text-primary underline underline-offset-4'

export function SourceLink({ url, children = url }: { url: string; children?: string }) {
  return (
    <a href={url} target="_blank" rel="noopener noreferrer" className={linkClass}>
      {children}
    </a>
  )
}

type TickProps = { name: string; index: number; label: string; isTicked: boolean }

export function Tick({ name, index, label, isTicked }: TickProps) {
  return (
    <label className="flex items-start gap-3 font-medium">
      <input type="checkbox" name={name} value={index} defaultChecked={isTicked} className="mt-1" />
      <span>{label}</span>
    </label>
  )
}

type FoundProps = { id: string; title: string; children: ReactNode[] }

export function Found({ id, title, children }: FoundProps) {
  if (children.length === 0) return null
  return (
    <section aria-labelledby={id} className="grid gap-4">
      <h2 id={id} className="text-heading">
        {title}
      </h2>
      <ul className="grid gap-4">{children}</ul>
    </section>
  )
}

type ProposedDraftProps = TickProps & { draft: string | null; children: ReactNode }

/** A checkbox that selects a draft to be made, or a link to the draft made before. */
function ProposedDraft({ draft, children, ...tick }: ProposedDraftProps) {
  return (
    <li className="grid gap-2 rounded-lg border border-line bg-raised p-5">
      {draft === null ? (
        <Tick {...tick} />
      ) : (
        <p className="font-medium">
          {tick.label}:{' '}
          <Link to={draft} className={linkClass}>
            open the draft
          </Link>
        </p>
      )}
      {children}
    </li>
  )
}

export function ProposedPages({ pages }: { pages: readonly ProposedPage[] }) {
  return (
    <Found id="found-pages" title="Pages and services">
      {pages.map(({ kind, path, url, document, sentences, keptAs }, index) => (
        <ProposedDraft
          key={url}
          name="pages"
          index={index}
          label={nameOf(document, path)}
          isTicked
          draft={keptAs === undefined ? null : `/admin/pages/${keptAs}`}
        >
          <p className="text-sm text-secondary">
            {kind === 'service' ? 'Service' : 'Page'} at {path}, from <SourceLink url={url} />
          </p>
          <Sentences sentences={sentences} />
        </ProposedDraft>
      ))}
    </Found>
  )
}

function nameOf(document: ProposedPage['document'], path: string): string {
  const { name } = document
  return typeof name === 'string' && name !== '' ? name : path
}

function Sentences({ sentences }: { sentences: readonly Sourced[] }) {
  return (
    <details>
      <summary className="cursor-pointer text-sm text-secondary">
        {sentences.length === 1 ? '1 text and its source' : `${sentences.length} texts and their sources`}
      </summary>
      <ul className="mt-3 grid gap-2 text-sm">
        {sentences.map(({ text, url }, index) => (
          <li key={index} className="border-l border-line-strong pl-3">
            <bdi>{text}</bdi> <SourceLink url={url}>Source</SourceLink>
          </li>
        ))}
      </ul>
    </details>
  )
}

export function ProposedPosts({ posts }: { posts: readonly ProposedPost[] }) {
  return (
    <Found id="found-posts" title="Posts">
      {posts.map(({ title, url, content, author, date, keptAs }, index) => (
        <ProposedDraft
          key={url}
          name="posts"
          index={index}
          label={title}
          isTicked
          draft={keptAs === undefined ? null : `/admin/blog/${keptAs}`}
        >
          <p className="text-sm text-secondary">
            From <SourceLink url={url} />
            {author === '' ? null : <bdi>{`, by ${author}`}</bdi>}
            {date === '' ? null : `, ${date.slice(0, 10)}`}
          </p>
          <details>
            <summary className="cursor-pointer text-sm text-secondary">The whole text</summary>
            <p className="mt-3 border-l border-line-strong pl-3 text-sm whitespace-pre-wrap">{content}</p>
          </details>
        </ProposedDraft>
      ))}
    </Found>
  )
}
