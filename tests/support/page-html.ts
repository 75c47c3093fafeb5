/** The text a reader gets of a page's HTML: no tags, no scripts, entities resolved, white space joined. */
export function textOf(html: string): string {
  return decode(
    html
      .replaceAll(/<(script|style|template|title)\b[\s\S]*?<\/\1>/gi, ' ')
      .replaceAll('<!-- -->', '')
      .replaceAll(/<wbr\/?>/gi, '')
      .replaceAll(/<[^>]+>/g, ' '),
  )
    .replaceAll(/\s+/g, ' ')
    .trim()
}

/** Values of one attribute of one kind of element, in order. */
export function attributes(html: string, element: string, attribute: string): string[] {
  const pattern = new RegExp(`<${element}\\b[^>]*?\\s${attribute}="([^"]*)"`, 'g')
  return Array.from(html.matchAll(pattern), ([, value = '']) => decode(value))
}

/** Each element of one kind by its attributes, such as every `meta`. */
export function elements(html: string, element: string): Record<string, string>[] {
  return Array.from(html.matchAll(new RegExp(`<${element}\\b([^>]*)>`, 'g')), ([, inside = '']) =>
    Object.fromEntries(
      Array.from(inside.matchAll(/([\w:-]+)="([^"]*)"/g), ([, name = '', value = '']) => [
        name.toLowerCase(),
        decode(value),
      ]),
    ),
  )
}

/** The page's structured data. */
export function jsonLd(html: string): Record<string, unknown>[] {
  return Array.from(
    html.matchAll(/<script type="application\/ld\+json"[^>]*>([\s\S]*?)<\/script>/g),
    ([, json = '']) => JSON.parse(json) as Record<string, unknown>,
  )
}

function decode(text: string): string {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
}
