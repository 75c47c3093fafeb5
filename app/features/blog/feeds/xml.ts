/** Without the few characters that XML 1.0 cannot hold in any form. */
export function fitForXml(text: string): string {
  // oxlint-disable-next-line no-control-regex -- these are what is being dropped
  return text.toWellFormed().replaceAll(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g, '')
}

/** Text or an attribute's value without markup. */
export function xmlText(text: string): string {
  return (
    fitForXml(text)
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replaceAll('"', '&quot;')
      // Parsers turn it into a line feed where it stands plainly.
      .replaceAll('\r', '&#13;')
  )
}

/**
 * Plain text for a field that some readers take for HTML and others for text, as RSS leaves open: only what HTML would
 * take for a tag or an entity is escaped, so that most texts are the same to both and none is markup to either.
 */
export function inertText(text: string): string {
  return text.replaceAll(/&(?=#|[a-z0-9]+;)/gi, '&amp;').replaceAll('<', '&lt;')
}

/** An element with attributes, and text, or elements that are made already. */
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
