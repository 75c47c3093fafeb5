import type { InquiryField } from '../inquiry-limits.ts'

import { visitSource } from './visit-source.ts'

export type SendOutcome =
  | { kind: 'sent' }
  | { kind: 'refused'; error: string; fields: Partial<Record<InquiryField, string>> }
  | { kind: 'failed' }

type Refusal = { error?: string; code?: string; fields?: Partial<Record<InquiryField, string>> }

/** Where the fields go, and what shows that they may. */
export type InquiryTarget = { path: string; headers?: Record<string, string> }

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
    const response = await fetch('/api/contact-form', { headers: { accept: 'application/json' } })
    const { token } = (await response.json()) as { token?: string }
    return token ?? null
  } catch {
    return null
  }
}

/** Sends the form's fields. A token that has grown too old is renewed once, without the visitor's noticing. */
export async function sendInquiry(
  fields: FormData,
  token: FormToken,
  target: InquiryTarget = contactForm,
): Promise<SendOutcome> {
  const outcome = await post(fields, token, target)
  if (outcome !== 'token-expired') return outcome
  token.renew()
  const second = await post(fields, token, target)
  return second === 'token-expired' ? { kind: 'failed' } : second
}

async function post(
  fields: FormData,
  token: FormToken,
  { path, headers }: InquiryTarget,
): Promise<SendOutcome | 'token-expired'> {
  const body = new URLSearchParams()
  for (const [name, value] of fields) if (typeof value === 'string') body.append(name, value)
  for (const [name, value] of Object.entries(visitSource())) body.set(name, value)
  const value = await token.get()
  if (value === null) return { kind: 'failed' }
  body.set('token', value)
  try {
    const response = await fetch(path, {
      method: 'POST',
      body,
      headers: { accept: 'application/json', ...headers },
    })
    const refusal = (await response.json()) as Refusal
    if (response.ok) return { kind: 'sent' }
    if (refusal.code === 'expired') return 'token-expired'
    if (refusal.code === 'conflict') token.renew()
    if (response.status >= 500 || !refusal.error) return { kind: 'failed' }
    return { kind: 'refused', error: refusal.error, fields: refusal.fields ?? {} }
  } catch {
    return { kind: 'failed' }
  }
}
