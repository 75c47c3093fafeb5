import { localPath } from '#app/lib/local-path.ts'
import type { AskedQuestions } from '#app/lib/question.ts'

/** Returns the visit's first and current page from the tab's history; older browsers know only the current one. */
export function visitSource(): Record<'first_page' | 'last_page' | 'referrer', string> {
  const first = window.navigation?.entries().find((entry) => entry.url?.startsWith(location.origin))
  const state = first?.getState() as { referrer?: string } | null | undefined
  return {
    first_page: first?.url ?? location.href,
    last_page: location.href,
    referrer: state?.referrer ?? document.referrer,
  }
}

type Fields = Readonly<Record<string, string>>

/** `questions` are those of now, if the page showed others. */
export type SendOutcome =
  | { kind: 'sent' }
  | { kind: 'refused'; error: string; fields: Fields; questions?: AskedQuestions }
  | { kind: 'failed' }

type Refusal = { error?: string; code?: string; fields?: Fields; questions?: AskedQuestions }

/** The path that takes the fields, with the headers it requires. */
export type InquiryTarget = { path: string; headers?: Record<string, string> }

/** Milliseconds for which the form retries before it reports a failure: longer, and a person has left. */
const GIVE_UP_AFTER = 15_000
/** Milliseconds. Servers answer within milliseconds; if one hangs, a retry may reach another. */
const ANSWER_WITHIN = 10_000
/** The same for a form with a file, which a slow connection sends for minutes. */
const FILE_ANSWER_WITHIN = 300_000
const FIRST_PAUSE = 500
const LONGEST_PAUSE = 8000

const contactForm: InquiryTarget = { path: '/api/inquiries' }

/** A form's token. It is used until the inquiry is accepted, so that a repeated send is stored once. */
export class FormToken {
  #token: Promise<string | null> | null = null

  get(): Promise<string | null> {
    this.#token ??= fetchToken().then((token) => {
      if (token === null) this.#token = null
      return token
    })
    return this.#token
  }

  renew(): void {
    this.#token = null
  }
}

async function fetchToken(): Promise<string | null> {
  try {
    const response = await fetch(localPath('/api/contact-form'), {
      headers: { accept: 'application/json' },
      signal: AbortSignal.timeout(ANSWER_WITHIN),
    })
    const { token } = (await response.json()) as { token?: string }
    return token ?? null
  } catch {
    return null
  }
}

/** Sends the fields, and retries while the site is unreachable and the browser online. Renews an expired token silently. */
export async function sendInquiry(
  fields: FormData,
  token: FormToken,
  target: InquiryTarget = contactForm,
): Promise<SendOutcome> {
  const hasTime = hasFile(fields) ? FILE_ANSWER_WITHIN : GIVE_UP_AFTER
  const end = Date.now() + hasTime
  for (let pause = FIRST_PAUSE; ; pause = Math.min(2 * pause, LONGEST_PAUSE)) {
    const { outcome, again } = await send(fields, token, target, end)
    if (again === undefined || !navigator.onLine) return outcome
    // Random, so that forms do not all retry at the same moment after an outage.
    const wait = Math.max(again, pause * (0.75 + Math.random() / 2))
    if (Date.now() + wait > end) return outcome
    await new Promise((resolve) => setTimeout(resolve, wait))
  }
}

function hasFile(fields: FormData): boolean {
  return Array.from(fields.values()).some((value) => typeof value !== 'string' && value.size > 0)
}

function bodyOf(fields: FormData): FormData | URLSearchParams {
  const body = hasFile(fields) ? new FormData() : new URLSearchParams()
  for (const [name, value] of fields) {
    if (typeof value === 'string') body.append(name, value)
    else if (body instanceof FormData) body.append(name, value)
  }
  return body
}

/** `again` is the milliseconds until a retry can help; undefined if none can. */
type Sending = { outcome: SendOutcome; again?: number }

const unanswered: Sending = { outcome: { kind: 'failed' }, again: 0 }

async function send(
  fields: FormData,
  token: FormToken,
  { path, headers }: InquiryTarget,
  end: number,
): Promise<Sending> {
  const body = bodyOf(fields)
  for (const [name, value] of Object.entries(visitSource())) body.set(name, value)
  const value = await token.get()
  if (value === null) return unanswered
  body.set('token', value)
  try {
    const response = await fetch(localPath(path), {
      method: 'POST',
      body,
      headers: { accept: 'application/json', ...headers },
      signal: AbortSignal.timeout(
        hasFile(fields) ? FILE_ANSWER_WITHIN : Math.min(ANSWER_WITHIN, end - Date.now()),
      ),
    })
    // A proxy sends these, with an HTML page instead of JSON.
    if ([502, 503, 504].includes(response.status)) return unanswered
    return toSending(response, (await response.json()) as Refusal, token)
  } catch {
    return unanswered
  }
}

function toSending({ ok, status, headers }: Response, refusal: Refusal, token: FormToken): Sending {
  if (ok) return { outcome: { kind: 'sent' } }
  if (refusal.code === 'expired' || refusal.code === 'conflict') token.renew()
  if (refusal.code === 'expired') return unanswered
  if (status >= 500 || !refusal.error) return { outcome: { kind: 'failed' } }
  const { error, fields = {}, questions } = refusal
  const outcome: SendOutcome = { kind: 'refused', error, fields, ...(questions && { questions }) }
  return status === 429 ? { outcome, again: 1000 * Number(headers.get('retry-after')) } : { outcome }
}
