/** What a request tells of its visitor. None of it is stored: address and agent go into a hash under the day's salt. */
export type VisitorHints = {
  clientAddress: string
  userAgent: string
  /** The Accept-Language header. */
  language: string
  /** Global Privacy Control or Do Not Track is on. */
  asksPrivacy: boolean
}

/** Something of business that happened, to be counted with what it follows from. */
export type BusinessEvent = {
  kind: 'contact_form' | 'chat'
  /** What the country is told by. Nothing else of the visitor is kept, nor which record the event tells of. */
  visitor: Pick<VisitorHints, 'language' | 'asksPrivacy'> | null
  /** When it happened, where that is not now. */
  at?: number
  page: string | null
  landing?: string | null
  /** A service's name or slug. */
  service?: string | null
  /** Host of the site that led here. */
  referrer?: string | null
  campaign?: readonly (string | null)[]
}

/** Reads off a request's headers what analytics may know; `header` finds one by its name in lower case. */
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
