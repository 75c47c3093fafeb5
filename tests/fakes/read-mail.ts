import PostalMime from 'postal-mime'

/** A mail as its reader sees it, with unfolded and decoded headers and both bodies. */
export type ReadMail = {
  raw: string
  /** In order, with names in lower case; a name may occur more than once. */
  headers: [name: string, value: string][]
  subject: string
  text: string
  html: string
}

export async function readMail(raw: string): Promise<ReadMail> {
  const { headers, subject = '', text = '', html = '' } = await PostalMime.parse(raw)
  return { raw, headers: headers.map(({ key, value }) => [key, value]), subject, text, html }
}
