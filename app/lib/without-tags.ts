/**
 * Rewrites tags of these names, also with lookalike characters, so that a text between such tags in a prompt can neither
 * close its block nor open another.
 * @param names constants of the code: the pattern is made of them
 */
export function withoutTags(text: string, names: readonly string[]): string {
  const tag = new RegExp(
    `(?:[<＜﹤]|&lt;|&#0*60;|&#x0*3c;)(?=[\\s\\p{Cf}/／⁄∕]*(?:${names.join('|')})(?![a-z]))`,
    'giu',
  )
  return text.replaceAll(tag, '‹')
}
