import { defineTask } from '#app/platform/pool/task.ts'

/** A reply to an invitation has a few hundred bytes. */
export const MAX_REPLY_BYTES = 100_000

export type InvitationAnswer = 'accepted' | 'declined' | 'tentative'

/** What an attendee says to an invitation (RFC 5546, 3.2.3). */
export type InvitationReply = {
  uid: string
  /** Of the invitation that is answered. */
  sequence: number
  attendee: string
  answer: InvitationAnswer
  /** When it was written, where it says so. */
  stamp: number | null
  hasComment: boolean
}

export const readReplyTask = defineTask<{ bytes: Uint8Array }, InvitationReply[]>({
  name: 'read-reply',
  lane: 'long',
  maxCpu: 3000,
  maxMemory: 250,
  maxInput: MAX_REPLY_BYTES + 1000,
  maxOutput: 50_000,
  maxWaiting: 20,
})
