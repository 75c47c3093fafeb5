import MarkdownIt from 'markdown-it'

/** Deeper quotes and lists than this are left out: nobody reads them, and each level costs. */
const MAX_NESTING = 60

/**
 * CommonMark with tables and strikethrough. HTML passes as it is: what comes out is parsed and made safe afterwards, so
 * nothing of this may be shown before.
 */
export const markdown = new MarkdownIt({ html: true, linkify: true, maxNesting: MAX_NESTING })

let afterWww: RegExp | undefined

/** Finds bare addresses in text: http, https, ftp, mailto and `www.`; a bare domain or e-mail address may be a name. */
export const bareLinks = markdown.linkify
  .set({ fuzzyLink: false, fuzzyEmail: false, fuzzyIP: false, urlAuth: true })
  .add('//', null)
  .add('www.', {
    validate(text, position, { re }) {
      afterWww ??= new RegExp(re.get_url_host_port().source + re.get_path().source, 'iy')
      afterWww.lastIndex = position
      return afterWww.exec(text)?.[0].length ?? 0
    },
    normalize(match) {
      match.url = `http://${match.url}`
    },
  })

// Column alignment is written as a style, which the content security policy forbids; the attribute is as good.
markdown.core.ruler.push('table_alignment', ({ tokens }) => {
  for (const token of tokens) {
    if (token.type !== 'th_open' && token.type !== 'td_open') continue
    const side = /^text-align:(\w+)$/.exec(String(token.attrGet('style') ?? ''))?.[1]
    token.attrs = side ? [['align', side]] : null
  }
})

// `_http://example.com` is somebody's identifier: the rule that finds addresses amid emphasis does not look before them.
markdown.core.ruler.push('no_address_within_words', ({ tokens }) => {
  for (const { children } of tokens)
    for (const [n, token] of children?.entries() ?? []) {
      if (token.type !== 'link_open' || token.markup !== 'linkify') continue
      if (!children?.[n - 1]?.content.endsWith('_')) continue
      for (const part of [token, children[n + 2]])
        if (part) Object.assign(part, { type: 'text', tag: '', content: '', nesting: 0 })
    }
})
