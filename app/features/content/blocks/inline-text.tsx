import { isLinkAddress } from '../fields.ts'

const link = /\[([^\]]+)\]\(([^)\s]+)\)/

/** Renders `[words](address)` as a link; an address that may not be linked stays as typed. */
export function InlineText({ text, linkClass }: { text: string; linkClass: string }) {
  return text.split(/(\[[^\]]+\]\([^)\s]+\))/).map((part, index) => {
    const [, words, href] = link.exec(part) ?? []
    if (!words || !href || !isLinkAddress(href)) return part
    const away = /^https?:/i.test(href) ? ({ target: '_blank', rel: 'noopener noreferrer' } as const) : {}
    return (
      <a key={index} href={href} {...away} className={linkClass}>
        {words}
      </a>
    )
  })
}
