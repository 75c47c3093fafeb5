/** None of this is stored: address and user agent are hashed with the day's salt. */
export type VisitorHints = {
  clientAddress: string
  userAgent: string
  language: string
  asksPrivacy: boolean
}

export type BusinessEvent = {
  kind: 'contact_form' | 'chat'
  /** The country is derived from these; they are not stored. */
  visitor: Pick<VisitorHints, 'language' | 'asksPrivacy'> | null
  at?: number
  page: string | null
  landing?: string | null
  service?: string | null
  referrer?: string | null
  campaign?: readonly (string | null)[]
}

export function visitorHints(
  clientAddress: string,
  header: (name: string) => string | null | undefined,
): VisitorHints {
  return {
    clientAddress,
    userAgent: header('user-agent') ?? '',
    language: header('accept-language') ?? '',
    asksPrivacy: header('sec-gpc') === '1' || header('dnt') === '1',
  }
}
