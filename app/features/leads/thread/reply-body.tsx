import { type Block, type Inline, readReply } from './reply-text.ts'

/** A reply as its recipient sees it, in a mail and on the lead's page. */
export function ReplyBody({ text }: { text: string }) {
  return readReply(text).map((block, at) => <ReplyBlock key={at} block={block} />)
}

function ReplyBlock({ block }: { block: Block }) {
  if (block.kind === 'paragraph')
    return (
      <p style={{ margin: '0 0 12px' }}>
        {block.lines.map((line, at) => (
          <span key={at}>
            {at > 0 ? <br /> : null}
            <Line parts={line} />
          </span>
        ))}
      </p>
    )
  const List = block.isOrdered ? 'ol' : 'ul'
  return (
    <List
      style={{ margin: '0 0 12px', paddingLeft: 24, listStyleType: block.isOrdered ? 'decimal' : 'disc' }}
    >
      {block.items.map((item, at) => (
        <li key={at}>
          <Line parts={item} />
        </li>
      ))}
    </List>
  )
}

function Line({ parts }: { parts: readonly Inline[] }) {
  return parts.map((part, at) => {
    if (part.kind === 'bold') return <strong key={at}>{part.text}</strong>
    if (part.kind === 'italic') return <em key={at}>{part.text}</em>
    if (part.kind === 'link')
      return (
        <a key={at} href={part.href} rel="noopener noreferrer" target="_blank" style={{ color: 'inherit' }}>
          {part.text}
        </a>
      )
    return part.text
  })
}
