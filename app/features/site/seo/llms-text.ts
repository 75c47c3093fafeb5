type LlmsPage = { path: string; title: string; description: string; facts?: string }

export type LlmsSite = {
  name: string
  summary: string
  details: string
  sections: readonly { title: string; pages: readonly LlmsPage[] }[]
  /** Origin without a trailing slash. */
  publicUrl: string
}

/** Returns the site in the format of llmstxt.org: name, summary, details, and lists of links. */
export function llmsText({ name, summary, details, sections, publicUrl }: LlmsSite): string {
  const lists = sections
    .filter(({ pages }) => pages.length > 0)
    .map(({ title, pages }) => {
      const links = pages.map((page) => {
        const text = [page.description, page.facts].filter(Boolean).join(' ')
        return `- [${plain(page.title)}](${new URL(page.path, publicUrl).href}): ${plain(text)}`
      })
      return `## ${plain(title)}\n\n${links.join('\n')}\n`
    })
  const about = [summary && `> ${plain(summary)}\n`, details && `${plain(details)}\n`].filter(Boolean)
  return [`# ${plain(name)}\n`, ...about, ...lists].join('\n')
}

/** Returns the text as one line without markup. */
function plain(text: string): string {
  return text
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replaceAll(/[\\`*[\]<>]/g, '\\$&')
}
