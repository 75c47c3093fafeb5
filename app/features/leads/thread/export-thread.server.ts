import type { Ctx } from '#app/platform/context.server.ts'

/** Returns a mail of a thread, with its attachments' contents, for the export of a person's data. */
export async function findThreadMail(ctx: Ctx, id: string) {
  const mail = await ctx.db
    .selectFrom('thread_mail')
    .select(['id', 'lead_id', 'direction', 'at', 'message_id', 'from_email', 'from_name', 'recipients'])
    .select(['reply_to_email', 'reply_to_name', 'subject', 'text', 'quoted', 'seen_at', 'is_automatic'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!mail) return null
  const rows = await ctx.db
    .selectFrom('thread_attachment')
    .select(['name', 'type', 'size', 'file'])
    .where('mail_id', '=', id)
    .orderBy('position')
    .execute()
  const attachments = []
  for (const { file, ...attachment } of rows) {
    const bytes = await ctx.files.get(file)
    attachments.push({ ...attachment, base64: bytes && Buffer.from(bytes).toString('base64') })
  }
  return { ...mail, recipients: JSON.parse(mail.recipients) as string[], attachments }
}
