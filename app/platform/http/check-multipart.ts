/** Browsers write some 200 bytes before a part's content. */
const MAX_PART_HEADER_BYTES = 4096
const HEADER_END = '\r\n\r\n'
/** RFC 2046, section 5.1.1. */
const MAX_BOUNDARY = 70

/**
 * Bounds the work of the platform's multipart parser, which takes any number of parts and headers of any length: looks at
 * where parts begin and their headers end, by native searches of the bytes.
 */
export function checkMultipart(
  bytes: Uint8Array<ArrayBuffer>,
  contentType: string,
  maxParts: number,
): 'sound' | 'damaged' | 'too-many' {
  const [, quoted, token] = /;\s*boundary=(?:"([^"]+)"|([^;\s]+))/i.exec(contentType) ?? []
  const boundary = quoted ?? token
  if (boundary === undefined || boundary.length > MAX_BOUNDARY) return 'damaged'
  const body = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const delimiter = `--${boundary}`
  let parts = 0
  for (let at = body.indexOf(delimiter); at !== -1; at = body.indexOf(delimiter, at + delimiter.length)) {
    const start = at + delimiter.length
    if (body.toString('latin1', start, start + 2) === '--') continue
    parts += 1
    if (parts > maxParts) return 'too-many'
    const header = body.subarray(start, start + MAX_PART_HEADER_BYTES)
    if (!header.includes(HEADER_END)) return 'damaged'
  }
  return 'sound'
}
