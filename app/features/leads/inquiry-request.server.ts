import { keepPace } from '#app/platform/http/keep-pace.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { readForm, textFields } from '#app/platform/http/read-form.server.ts'
import type { Visit } from '#app/platform/http/request-context.server.ts'
import { visitorHints } from '#app/platform/http/visitor-hints.server.ts'

import { readInquirySource } from './inquiry-source.server.ts'
import type { Sending } from './submit-inquiry.server.ts'

/** The fields of a posted inquiry, so many a minute from one address. */
export async function readInquiryFields(
  ctx: Ctx,
  request: Request,
  visit: Visit,
): Promise<Record<string, string>> {
  keepPace(ctx, visit.clientAddress)
  return textFields(await readForm(request))
}

/** What `submitInquiry` needs: the fields, and what the request says of where they come from. */
export async function toSending(
  ctx: Ctx,
  fields: Record<string, string>,
  request: Request,
  { clientAddress }: Visit,
): Promise<Sending> {
  const { publicUrl } = await ctx.site(ctx)
  return {
    fields,
    source: readInquirySource(fields, { publicUrl, referer: request.headers.get('referer') }),
    clientAddress,
    visitor: visitorHints(clientAddress, (name) => request.headers.get(name)),
  }
}
