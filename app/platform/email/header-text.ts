/** The beginning of an encoded word (RFC 2047) that somebody typed. */
const encodedWord = /=\?(?=[^?]*\?[bq]\?)/gi

/**
 * A text for a header, in which nothing is taken for an encoded word: a mail program would show what it decodes to, so that
 * a name could look like another sender's or hide what stands in it.
 */
export function headerText(text: string): string {
  return text.replaceAll(encodedWord, '= ?')
}
