/** A declaration must stand within these (HTML standard, section 13.2.3.2). */
const PRESCANNED = 1024

/**
 * A page's bytes as text, in the encoding of its byte order mark, its header or its own declaration, in this order;
 * without any in UTF-8 where they are, otherwise in windows-1252, as browsers do.
 */
export function decodeHtml(bytes: Uint8Array, contentType: string): string {
  const label =
    markedEncoding(bytes) ??
    /charset\s*=\s*["']?([^"'\s;]+)/i.exec(contentType)?.[1] ??
    declaredEncoding(bytes)
  if (label !== undefined) {
    const decoded = tryDecode(bytes, label, false)
    if (decoded !== null) return decoded
  }
  return tryDecode(bytes, 'utf-8', true) ?? new TextDecoder('windows-1252').decode(bytes)
}

function markedEncoding([first, second, third]: Uint8Array): string | undefined {
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  return first === 0xff && second === 0xfe ? 'utf-16le' : undefined
}

function declaredEncoding(bytes: Uint8Array): string | undefined {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, PRESCANNED))
  const label = /<meta[^>]+charset\s*=\s*["']?([\w:.-]+)/i.exec(head)?.[1]
  // Read as ASCII, it cannot be UTF-16 whatever it says.
  return label !== undefined && /^utf-?16/i.test(label) ? 'utf-8' : label
}

function tryDecode(bytes: Uint8Array, label: string, fatal: boolean): string | null {
  try {
    return new TextDecoder(label, { fatal }).decode(bytes)
  } catch {
    return null
  }
}
