import { lexer, type MarkedToken, type Token, type Tokens } from 'marked'
import { Fragment, type ReactNode } from 'react'

import { visibleText } from '#app/lib/readable-text.ts'
import { type TextDirection, textDirection } from '#app/lib/text-direction.ts'

type LinkRule = Parameters<typeof safeLink>[1]

export type Citation = (number: number) => ReactNode

export type ReplyMarkdownProps = {
  text: string
  links: LinkRule
  /** Renders `[number]`; returns null for a number without a source. */
  cite: Citation
}

type Rules = { links: LinkRule; cite: Citation; direction: TextDirection }

/** Renders Markdown as React nodes, so that no HTML of the model is parsed. Images become their alt text. */
export function ReplyMarkdown({ text, links, cite }: ReplyMarkdownProps) {
  const tokens = lexer(visibleText(text), { gfm: true, breaks: true })
  return (
    <div className="chat-markdown">{renderAll(tokens, { links, cite, direction: textDirection(text) })}</div>
  )
}

function renderAll(tokens: readonly Token[] | undefined, rules: Rules): ReactNode {
  return tokens?.map((token, index) => <Fragment key={index}>{render(token as MarkedToken, rules)}</Fragment>)
}

function render(token: MarkedToken, rules: Rules): ReactNode {
  const inside = () => renderAll('tokens' in token ? token.tokens : [], rules)
  switch (token.type) {
    case 'paragraph':
      return <p dir={textDirection(token.raw, rules.direction)}>{inside()}</p>
    case 'heading':
      return (
        <p dir={textDirection(token.raw, rules.direction)} className="font-semibold">
          {inside()}
        </p>
      )
    case 'strong':
      return <strong>{inside()}</strong>
    case 'em':
      return <em>{inside()}</em>
    case 'del':
      return <del>{inside()}</del>
    case 'codespan':
      return <code>{token.text}</code>
    case 'code':
      return (
        <pre dir="ltr">
          <code>{token.text}</code>
        </pre>
      )
    case 'blockquote':
      return <blockquote dir={textDirection(token.raw, rules.direction)}>{inside()}</blockquote>
    case 'list':
      return renderList(token, rules)
    case 'table':
      return renderTable(token, rules)
    case 'link': {
      // As in `[1]: https://…`, which would turn each [1] into a link with the text 1.
      if (/^\d{1,3}$/.test(token.text)) return withCitations(`[${token.text}]`, rules.cite)
      const href = safeLink(token.href, rules.links)
      if (href === null) return inside()
      const isOwn = href.startsWith(`${rules.links.origin}/`)
      return (
        <a href={href} {...(!isOwn && { target: '_blank', rel: 'noopener noreferrer' })}>
          {inside()}
        </a>
      )
    }
    case 'image':
      return token.text
    case 'br':
      return <br />
    case 'hr':
      return <hr />
    case 'space':
    case 'def':
      return null
    case 'text':
      return token.tokens ? inside() : withCitations(token.raw, rules.cite)
    case 'escape':
      return token.text
    default:
      return token.raw
  }
}

/** Citations and the punctuation after them. */
const marked = /((?:\[\d{1,3}\])+)([\p{Pe}\p{Pf}\p{Po}]*)/gu
/** Characters. In a text without spaces, no word would end before. */
const LONGEST_WORD = 24

/** Keeps citations on the line of their word, because browsers allow line breaks before and after any button. */
function withCitations(text: string, cite: Citation): ReactNode {
  const parts: ReactNode[] = []
  let end = 0
  for (const { index, 0: all, 1: marks = '', 2: after } of text.matchAll(marked)) {
    const word = lastWord(text.slice(end, index))
    parts.push(
      text.slice(end, index - word.length),
      <span key={index} className="whitespace-nowrap">
        {word}
        {Array.from(marks.matchAll(/\d+/g), ([number], at) => (
          <Fragment key={at}>{cite(Number(number)) ?? `[${number}]`}</Fragment>
        ))}
        {after}
      </span>,
    )
    end = index + all.length
  }
  return parts.length === 0 ? text : [...parts, text.slice(end)]
}

function lastWord(text: string): string {
  const tail = text.slice(-LONGEST_WORD)
  const word = tail.slice(tail.search(/\S*$/))
  return word.length < LONGEST_WORD ? word : Array.from(word).slice(-1).join('')
}

/** A list of foreign names keeps the direction of the text around it. */
function directionOfList(text: string, { direction }: Rules): TextDirection {
  return direction === 'rtl' ? direction : textDirection(text)
}

function renderList(list: Tokens.List, rules: Rules): ReactNode {
  const items = list.items.map((item, index) => <li key={index}>{renderAll(item.tokens, rules)}</li>)
  return list.ordered ? (
    <ol dir={directionOfList(list.raw, rules)} start={list.start === '' ? 1 : list.start}>
      {items}
    </ol>
  ) : (
    <ul dir={directionOfList(list.raw, rules)}>{items}</ul>
  )
}

function renderTable({ raw, header, rows }: Tokens.Table, rules: Rules): ReactNode {
  return (
    <table dir={directionOfList(raw, rules)}>
      <thead>
        <tr>
          {header.map((cell, index) => (
            <th key={index}>{renderAll(cell.tokens, rules)}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          <tr key={index}>
            {row.map((cell, column) => (
              <td key={column}>{renderAll(cell.tokens, rules)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/**
 * Allows links only to this site, the owner's domains and cited sources, because a prompt injection could put a
 * visitor's data into any other link. Returns the full URL, or null to show plain text.
 */
function safeLink(
  href: string,
  { origin, domains, sources }: { origin: string; domains: readonly string[]; sources: readonly string[] },
): string | null {
  const url = URL.parse(href, origin)
  if (!url || url.username || url.password) return null
  if (url.origin === origin || sources.includes(url.href)) return url.href
  const isOwn = domains.some((domain) => url.hostname === domain || url.hostname.endsWith(`.${domain}`))
  return isOwn && url.protocol === 'https:' ? url.href : null
}
