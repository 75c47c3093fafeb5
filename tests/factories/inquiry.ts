import type { Ctx } from '#app/platform/context.server.ts'
import { issueFormToken } from '#app/features/leads/form-token.server.ts'
import { readInquirySource } from '#app/features/leads/inquiry-request.server.ts'
import type { Sending } from '#app/features/leads/submit-inquiry.server.ts'

let made = 0

/** Returns the fields of a completed contact form, each time of another visitor. */
export function inquiryFields(overrides: Record<string, string> = {}): Record<string, string> {
  made += 1
  return {
    name: `Visitor ${made}`,
    email: `visitor${made}@example.com`,
    phone: '',
    country: '',
    company: '',
    message: `Message ${made}: can an agent answer our calls?`,
    consent: 'on',
    ...overrides,
  }
}

/** Returns a submission with a form token of its own, from a form that was open for ten seconds. */
export function inquirySending(ctx: Ctx, fields: Record<string, string> = {}): Sending {
  const tenSecondsAgo: Ctx = { ...ctx, clock: { now: () => ctx.clock.now() - 10_000 } }
  return plainSending({ token: issueFormToken(tenSecondsAgo), ...fields })
}

/** Returns a submission without script, and so without a token. */
export function plainSending(fields: Record<string, string> = {}): Sending {
  const all = inquiryFields(fields)
  return {
    fields: all,
    source: readInquirySource(all, { publicUrl: 'http://localhost:3000', referer: null }),
    clientAddress: '203.0.113.7',
  }
}
