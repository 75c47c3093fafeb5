/** Rewrites tags, also with lookalike characters, so that a text in a prompt cannot leave its block. */
export function withoutTags(text: string, names: readonly string[]): string {
  const tag = new RegExp(
    `(?:[<＜﹤]|&lt;|&#0*60;|&#x0*3c;)(?=[\\s\\p{Cf}/／⁄∕]*(?:${names.join('|')})(?![a-z]))`,
    'giu',
  )
  return text.replaceAll(tag, '‹')
}
