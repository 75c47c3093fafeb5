import type { InquiryField } from '../lead-fields.ts'

import { visitSource } from './visit-source.ts'

export type SendOutcome =
  | { kind: 'sent' }
  | { kind: 'refused'; error: string; fields: Partial<Record<InquiryField, string>> }
  | { kind: 'failed' }

type Refusal = { error?: string; code?: string; fields?: Partial<Record<InquiryField, string>> }

/** Where the fields go, and what shows that they may. */
export type InquiryTarget = { path: string; headers?: Record<string, string> }

/** A form goes on sending for so long before it says that it failed. */
const GIVE_UP_AFTER = 60_000
/** Answers come within milliseconds; a server that stands still gives none, and another may. */
const ANSWER_WITHIN = 10_000
const FIRST_PAUSE = 500
const LONGEST_PAUSE = 8000

const contactForm: InquiryTarget = { path: '/api/inquiries' }

/** A form's token, asked for when it wakes and used until its inquiry is accepted: what is sent twice is stored once. */
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
    const response = await fetch('/api/contact-form', {
      headers: { accept: 'application/json' },
      signal: AbortSignal.timeout(ANSWER_WITHIN),
    })
    const { token } = (await response.json()) as { token?: string }
    return token ?? null
  } catch {
    return null
  }
}

/**
 * Sends the form's fields, for up to a minute while the site cannot be reached or cannot store them: under one token, so
 * that what arrived unanswered is stored once. A token that has grown too old is renewed without the visitor's noticing.
 */
export async function sendInquiry(
  fields: FormData,
  token: FormToken,
  target: InquiryTarget = contactForm,
): Promise<SendOutcome> {
  const end = Date.now() + GIVE_UP_AFTER
  for (let pause = FIRST_PAUSE; ; pause = Math.min(2 * pause, LONGEST_PAUSE)) {
    const { outcome, again } = await send(fields, token, target)
    if (again === undefined) return outcome
    // Spread out, so that the forms of an outage do not all come back at once.
    const wait = Math.max(again, pause * (0.75 + Math.random() / 2))
    if (Date.now() + wait > end) return outcome
    await new Promise((resolve) => setTimeout(resolve, wait))
  }
}

/** @returns again: milliseconds until another sending can help; missing where none can. */
type Sending = { outcome: SendOutcome; again?: number }

const unanswered: Sending = { outcome: { kind: 'failed' }, again: 0 }

async function send(fields: FormData, token: FormToken, { path, headers }: InquiryTarget): Promise<Sending> {
  const body = new URLSearchParams()
  for (const [name, value] of fields) if (typeof value === 'string') body.append(name, value)
  for (const [name, value] of Object.entries(visitSource())) body.set(name, value)
  const value = await token.get()
  if (value === null) return unanswered
  body.set('token', value)
  try {
    const response = await fetch(path, {
      method: 'POST',
      body,
      headers: { accept: 'application/json', ...headers },
      signal: AbortSignal.timeout(ANSWER_WITHIN),
    })
    // A proxy's own answers are pages.
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
  const outcome: SendOutcome = { kind: 'refused', error: refusal.error, fields: refusal.fields ?? {} }
  return status === 429 ? { outcome, again: 1000 * Number(headers.get('retry-after')) } : { outcome }
}
