import { toSending } from '#app/features/leads/inquiry-request.server.ts'
import { recordLeadEvent } from '#app/features/leads/record-lead-event.server.ts'
import { submitInquiry } from '#app/features/leads/submit-inquiry.server.ts'
import { rootOfLanguage } from '#app/lib/languages.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import type { Visit } from '#app/platform/http/request-context.server.ts'

import { getTrial, trialPath } from '../trial-link.server.ts'

const FORM = 'own-site demonstration'
/** The inquiry's source is never the link itself: sources are counted, and the link is a secret. */
const PAGE = '/try'

type Sent = { token: string; fields: Record<string, string>; request: Request; visit: Visit }

/**
 * Sends the result as an inquiry, whose history links to it until it expires.
 * @throws {FieldErrors} {AppError} as `submitInquiry` does, and not-found
 */
export async function sendTrialInquiry(ctx: Ctx, { token, fields, request, visit }: Sent): Promise<void> {
  const { id, host, expires_at } = await getTrial(ctx, token)
  const { publicUrl } = await ctx.site(ctx)
  const page = ctx.language === null ? PAGE : `${rootOfLanguage(ctx.language)}${PAGE}`
  const sending = await toSending(ctx, fields, request, visit)
  const source = { ...sending.source, form: FORM, first_page: page, last_page: page }
  const { leadId } = await submitInquiry(ctx, { ...sending, source })
  const until = new Date(expires_at).toISOString().slice(0, 10)
  await withTransaction(ctx, async (ctx) => {
    const { numUpdatedRows } = await ctx.db
      .updateTable('site_trial')
      .set({ lead_id: leadId })
      .where('id', '=', id)
      .where('lead_id', 'is', null)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return
    const body = `Tried on their own site, ${host}. What we read, until ${until}: ${publicUrl}${trialPath(ctx, id)}`
    await recordLeadEvent(ctx, { leadId, kind: 'note', actor: null, body })
  })
}
