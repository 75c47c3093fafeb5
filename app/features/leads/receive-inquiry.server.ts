import { keepPace } from '#app/platform/http/keep-pace.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { readForm, textFields } from '#app/platform/http/read-form.server.ts'
import type { Visit } from '#app/platform/http/request-context.server.ts'
import { visitorHints } from '#app/platform/http/visitor-hints.server.ts'

import { readInquirySource } from './inquiry-source.server.ts'
import { submitInquiry } from './submit-inquiry.server.ts'

/** Reads the form's fields; kept apart from the submitting so that a refusal can give them back. */
export async function readInquiryFields(
  ctx: Ctx,
  request: Request,
  visit: Visit,
): Promise<Record<string, string>> {
  keepPace(ctx, visit.clientAddress)
  return textFields(await readForm(request))
}

/** The whole way from a posted form to a stored lead. */
export async function receiveInquiry(ctx: Ctx, request: Request, visit: Visit): Promise<void> {
  await submitFields(ctx, await readInquiryFields(ctx, request, visit), request, visit)
}

export async function submitFields(
  ctx: Ctx,
  fields: Record<string, string>,
  request: Request,
  visit: Visit,
): Promise<void> {
  const { publicUrl } = await ctx.site(ctx)
  await submitInquiry(ctx, {
    fields,
    source: readInquirySource(fields, { publicUrl, referer: request.headers.get('referer') }),
    clientAddress: visit.clientAddress,
    visitor: visitorHints(visit.clientAddress, (name) => request.headers.get(name)),
  })
}
