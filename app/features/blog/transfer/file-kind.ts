/** What a file of posts is by its first characters; null for none that can be read. */
export function fileKindOf(bytes: Uint8Array): 'zip' | 'xml' | 'json' | null {
  if (bytes[0] === 0x50 && bytes[1] === 0x4b) return 'zip'
  const first = new TextDecoder().decode(bytes.subarray(0, 1000)).trimStart()[0]
  return first === '<' ? 'xml' : first === '{' ? 'json' : null
}
