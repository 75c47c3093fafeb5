import { timingSafeEqual } from 'node:crypto'

import { isEmailAddress } from '#app/lib/email-address.ts'
import type { Ctx } from '#app/platform/context.server.ts'

/** 48 bits are too many to guess by sending mails. */
const SIGNATURE_BYTES = 6
const ID_BYTES = 16
/** The number of base32 digits for both. */
const LABEL_LENGTH = Math.ceil(((ID_BYTES + SIGNATURE_BYTES) * 8) / 5)
const digits = 'abcdefghijklmnopqrstuvwxyz234567'

/** Returns the address for replies about a lead: the mailbox with a signed label. Null if no mailbox is read. */
export async function replyAddressOf(
  ctx: Pick<Ctx, 'db' | 'imap' | 'signer' | 'site'>,
  leadId: string,
): Promise<string | null> {
  const imap = await ctx.imap(ctx)
  if (!imap) return null
  const { mailFrom } = await ctx.site(ctx)
  const mailbox = isEmailAddress(imap.user) ? imap.user : bareAddress(mailFrom)
  const at = mailbox.lastIndexOf('@')
  const address = `${mailbox.slice(0, at)}+${labelOf(ctx, leadId)}${mailbox.slice(at)}`
  // The part before the @ may have at most 64 octets.
  return isEmailAddress(address) ? address : null
}

/** Returns the lead's id in an address's label, or null if we did not sign it. The lead may have been deleted. */
export function leadOfReplyAddress(ctx: Pick<Ctx, 'signer'>, address: string): string | null {
  const label = /\+([a-z2-7]+)@[^@]*$/i.exec(address)?.[1]?.toLowerCase()
  if (label?.length !== LABEL_LENGTH) return null
  const hex = fromBase32(label).subarray(0, ID_BYTES).toString('hex')
  const leadId = hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
  return timingSafeEqual(Buffer.from(labelOf(ctx, leadId)), Buffer.from(label)) ? leadId : null
}

/** Returns the address in `me@example.com` or `Name <me@example.com>`. */
export function bareAddress(mailbox: string): string {
  return /<([^<>]+)>$/.exec(mailbox)?.[1] ?? mailbox
}

function labelOf(ctx: Pick<Ctx, 'signer'>, leadId: string): string {
  const signature = Buffer.from(ctx.signer.sign('reply-address', leadId), 'base64url')
  const id = Buffer.from(leadId.replaceAll('-', ''), 'hex')
  return toBase32(Buffer.concat([id, signature.subarray(0, SIGNATURE_BYTES)]))
}

function toBase32(bytes: Uint8Array): string {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('')
  return bits.replaceAll(/.{1,5}/g, (five) => digits.charAt(Number.parseInt(five.padEnd(5, '0'), 2)))
}

function fromBase32(text: string): Buffer {
  const bits = Array.from(text, (digit) => digits.indexOf(digit).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}
