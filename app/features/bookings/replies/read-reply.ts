import { defineTask } from '#app/platform/pool/task.ts'

/** Replies to invitations have a few hundred bytes. */
export const MAX_REPLY_BYTES = 100_000

export type InvitationAnswer = 'accepted' | 'declined' | 'tentative'

/** An attendee's reply to an invitation (RFC 5546, 3.2.3). */
export type InvitationReply = {
  uid: string
  sequence: number
  attendee: string
  answer: InvitationAnswer
  /** When the reply was written, in milliseconds; null if it does not say. */
  stamp: number | null
  hasComment: boolean
}

export type ReadReply = {
  replies: InvitationReply[]
  /** An attendee proposes another time (RFC 5546, 3.2.7). */
  isProposal: boolean
}

export const readReplyTask = defineTask<{ bytes: Uint8Array }, ReadReply>({
  name: 'read-reply',
  lane: 'long',
  maxCpu: 3000,
  maxMemory: 250,
  maxInput: MAX_REPLY_BYTES + 1000,
  maxOutput: 50_000,
  maxWaiting: 20,
})
