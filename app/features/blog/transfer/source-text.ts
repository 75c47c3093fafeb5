import type { SourceFile } from './imported-post.ts'

const CHUNK = 256 * 1024
const HEAD = 4096

/** Yields the text of a file in pieces, in the encoding that it declares or shows. */
export function* textsOf(file: SourceFile): Generator<string> {
  const decoder = new TextDecoder(encodingOf(file.read(0, HEAD)))
  for (let at = 0; at < file.size; at += CHUNK) yield decoder.decode(file.read(at, CHUNK), { stream: true })
  const rest = decoder.decode()
  if (rest !== '') yield rest
}

/** Returns the encoding of XML or JSON by its byte order mark, its zero bytes or its declaration; otherwise UTF-8. */
export function encodingOf(head: Uint8Array): string {
  const [first, second] = head
  if ((first === 0xff && second === 0xfe) || (first !== 0 && second === 0)) return 'utf-16le'
  if ((first === 0xfe && second === 0xff) || first === 0) return 'utf-16be'
  const [, named = 'utf-8'] =
    /^\s*<\?xml[^>]*\sencoding=["']([\w.-]+)["']/.exec(new TextDecoder('latin1').decode(head)) ?? []
  try {
    const { encoding } = new TextDecoder(named)
    // A declaration that is readable as ASCII cannot be in UTF-16.
    return encoding.startsWith('utf-16') ? 'utf-8' : encoding
  } catch {
    return 'utf-8'
  }
}
