/** Removes the characters that XML 1.0 cannot contain, even escaped. */
export function fitForXml(text: string): string {
  // oxlint-disable-next-line no-control-regex -- these are what is being dropped
  return text.toWellFormed().replaceAll(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g, '')
}

export function xmlText(text: string): string {
  return (
    fitForXml(text)
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replaceAll('"', '&quot;')
      // Parsers turn an unescaped carriage return into a line feed.
      .replaceAll('\r', '&#13;')
  )
}

/**
 * Escapes plain text for RSS fields, which some readers treat as HTML and others as text. Escapes only what HTML would
 * take for a tag or an entity, so that most texts look the same in both and none becomes markup.
 */
export function inertText(text: string): string {
  return text.replaceAll(/&(?=#|[a-z0-9]+;)/gi, '&amp;').replaceAll('<', '&lt;')
}

/** @param content text, or the markup of child elements, or null for an empty element */
export function element(
  name: string,
  attributes: Readonly<Record<string, string>>,
  content: string | readonly string[] | null,
): string {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${xmlText(value)}"`)
  const start = `<${name}${written.join('')}`
  if (content === null) return `${start}/>`
  return `${start}>${typeof content === 'string' ? xmlText(content) : content.join('')}</${name}>`
}
