import { defineTask } from '#app/platform/pool/task.ts'

/** Of a larger mail, only the headers are filed. */
export const MAX_MAIL_BYTES = 25 * 1024 * 1024

export type InboundAttachment = { name: string; type: string; bytes: Uint8Array }

/** What a delivery report says about one address (RFC 3464). */
export type Bounced = { address: string; isFinal: boolean; reason: string }

export type Mailbox = { email: string; name: string }

export type InboundMail = {
  /** Without angle brackets. Null if the mail has none. */
  messageId: string | null
  inReplyTo: string | null
  /** Oldest first. */
  references: string[]
  from: Mailbox
  /** Whom to answer if the sender takes no answers. */
  replyTo: Mailbox | null
  /** All addresses it was sent or delivered to. */
  recipients: string[]
  subject: string
  sentAt: number | null
  text: string
  quoted: string | null
  isAutomatic: boolean
  bounced: Bounced[]
  /** Message id of the mail that a delivery report returns. */
  returnedId: string | null
  attachments: InboundAttachment[]
}

export const readInboundTask = defineTask<{ bytes: Uint8Array }, InboundMail>({
  name: 'read-inbound',
  lane: 'long',
  maxCpu: 10_000,
  maxMemory: 500,
  maxInput: MAX_MAIL_BYTES + 1024,
  maxOutput: 2 * MAX_MAIL_BYTES,
  maxWaiting: 8,
})
