import PostalMime from 'postal-mime'

/** A mail as its reader's program sees it: headers unfolded and decoded, and the two bodies. */
export type ReadMail = {
  raw: string
  /** In order, names in lower case; a name may stand more than once. */
  headers: [name: string, value: string][]
  subject: string
  text: string
  html: string
}

export async function readMail(raw: string): Promise<ReadMail> {
  const { headers, subject = '', text = '', html = '' } = await PostalMime.parse(raw)
  return { raw, headers: headers.map(({ key, value }) => [key, value]), subject, text, html }
}
