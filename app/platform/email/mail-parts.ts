import { z } from 'zod'

/** Ids without angle brackets. */
export const mailHeaders = z.object({
  messageId: z.string(),
  inReplyTo: z.string().nullable(),
  references: z.array(z.string()),
})
export type MailHeaders = z.infer<typeof mailHeaders>

const mailAttachment = z.object({
  name: z.string(),
  type: z.string(),
  /** Its name in `ctx.files`. */
  file: z.string(),
})
export type MailAttachment = z.infer<typeof mailAttachment>
export const mailAttachments = z.array(mailAttachment)
