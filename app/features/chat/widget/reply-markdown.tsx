import { lexer, type MarkedToken, type Token, type Tokens } from 'marked'
import { Fragment, type ReactNode } from 'react'

import { visibleText } from '#app/lib/visible-text.ts'

import { safeLink } from './safe-link.ts'

type LinkRule = Parameters<typeof safeLink>[1]

export type ReplyMarkdownProps = { text: string; links: LinkRule }

/**
 * A reply's Markdown as React nodes: no HTML of the model's is ever parsed by the browser, images are their words, and
 * links lead only where `links` allows.
 */
export function ReplyMarkdown({ text, links }: ReplyMarkdownProps) {
  const tokens = lexer(visibleText(text), { gfm: true, breaks: true })
  return <div className="chat-markdown">{renderAll(tokens, links)}</div>
}

function renderAll(tokens: readonly Token[] | undefined, links: LinkRule): ReactNode {
  return tokens?.map((token, index) => <Fragment key={index}>{render(token as MarkedToken, links)}</Fragment>)
}

function render(token: MarkedToken, links: LinkRule): ReactNode {
  const inside = () => renderAll('tokens' in token ? token.tokens : [], links)
  switch (token.type) {
    case 'paragraph':
      return <p>{inside()}</p>
    case 'heading':
      return <p className="font-semibold">{inside()}</p>
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
        <pre>
          <code>{token.text}</code>
        </pre>
      )
    case 'blockquote':
      return <blockquote>{inside()}</blockquote>
    case 'list':
      return renderList(token, links)
    case 'table':
      return renderTable(token, links)
    case 'link': {
      const href = safeLink(token.href, links)
      if (href === null) return inside()
      const isOwn = href.startsWith(`${links.origin}/`)
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
      return token.tokens ? inside() : token.raw
    case 'escape':
      return token.text
    default:
      return token.raw
  }
}

function renderList(list: Tokens.List, links: LinkRule): ReactNode {
  const items = list.items.map((item, index) => <li key={index}>{renderAll(item.tokens, links)}</li>)
  return list.ordered ? <ol start={list.start === '' ? 1 : list.start}>{items}</ol> : <ul>{items}</ul>
}

function renderTable({ header, rows }: Tokens.Table, links: LinkRule): ReactNode {
  return (
    <table>
      <thead>
        <tr>
          {header.map((cell, index) => (
            <th key={index}>{renderAll(cell.tokens, links)}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          <tr key={index}>
            {row.map((cell, column) => (
              <td key={column}>{renderAll(cell.tokens, links)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
