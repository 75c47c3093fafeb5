/** Returns a page's visible text, with entities decoded and white space collapsed. */
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

/** Returns the values of one attribute of one kind of element, in order. */
export function attributes(html: string, element: string, attribute: string): string[] {
  const pattern = new RegExp(`<${element}\\b[^>]*?\\s${attribute}="([^"]*)"`, 'g')
  return Array.from(html.matchAll(pattern), ([, value = '']) => decode(value))
}

/** Returns the attributes of every element of one kind, such as `meta`. */
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
