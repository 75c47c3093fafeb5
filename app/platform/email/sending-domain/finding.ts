/** The result for one record, in sentences for the owner. */
export type Finding = {
  about: 'SPF' | 'DKIM' | 'DMARC'
  state: 'good' | 'warning' | 'bad' | 'unknown'
  sentences: readonly string[]
  /** The record in DNS. */
  found: string | null
  /** The TXT record to add or change. */
  record: { name: string; value: string } | null
}

const MAX_SHOWN = 500

/** Makes a record safe to display, because a name server's owner can put anything into it. */
export function shownRecord(text: string): string {
  const readable = text.replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, '·')
  return readable.length > MAX_SHOWN ? `${readable.slice(0, MAX_SHOWN)}…` : readable
}

export function unreachable(about: Finding['about']): Finding {
  const sentences = ['No name server answered in time. Please try again in a minute.']
  return { about, state: 'unknown', sentences, found: null, record: null }
}
