/** Bytes in which the HTML standard (13.2.3.2) looks for a declaration. */
const PRESCANNED = 1024

/** Chooses the encoding as browsers do: byte order mark, header, declaration, valid UTF-8, windows-1252. */
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
  // A declaration that is readable as ASCII cannot be in UTF-16.
  return label !== undefined && /^utf-?16/i.test(label) ? 'utf-8' : label
}

function tryDecode(bytes: Uint8Array, label: string, fatal: boolean): string | null {
  try {
    return new TextDecoder(label, { fatal }).decode(bytes)
  } catch {
    return null
  }
}
