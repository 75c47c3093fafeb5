import { withoutAddresses } from '#app/lib/addresses-in-text.ts'
import { mapNames } from '#app/lib/map-names.ts'
import { LARGEST_FILE, MEGABYTE } from '#app/lib/question-files.ts'
import { readableLine } from '#app/lib/readable-text.ts'
import { referringHost } from '#app/lib/referring-host.ts'
import { withoutSignature } from '#app/lib/signed-paths.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { keepPace } from '#app/platform/throttle.server.ts'
import { type FormLimits, readForm, textFields } from '#app/platform/http/request-body.server.ts'
import type { Visit } from '#app/platform/http/request-context.server.ts'
import { FieldErrors } from '#app/platform/errors.ts'
import { visitorHints } from '#app/platform/events.ts'
import { wordedTexts } from '#app/platform/worded-texts.server.ts'

import { postedFile, type ReceivedFile, receiveFile } from './files/receive-file.server.ts'
import type { InquirySource } from './lead-fields.ts'
import { leadsTexts } from './messages.ts'
import { readContactQuestions } from './questions/contact-questions.server.ts'
import { type AskedQuestions, isAnswerField, questionsFor } from '#app/lib/question.ts'
import type { Sending } from './submit-inquiry.server.ts'

/** Room for ten long answers, and for the checkboxes of those with choices. */
const textLimits: FormLimits = { maxBytes: 128 * 1024, maxFields: 250 }

export const inquiryLimits: FormLimits = {
  ...textLimits,
  maxFileBytes: LARGEST_FILE * MEGABYTE,
  cutsFiles: true,
}

/** @throws {AppError} too-many when an address posts too often. */
export async function readInquiryFields(
  ctx: Ctx,
  request: Request,
  visit: Visit,
): Promise<Record<string, string>> {
  keepPace(ctx, visit.clientAddress)
  return textFields(await readForm(request, textLimits))
}

type InquiryForm = { fields: Record<string, string>; file: ReceivedFile | null }

/** Reads the fields and stores the file. @throws {AppError} too-many when an address posts too often. */
export async function readInquiryForm(ctx: Ctx, request: Request, visit: Visit): Promise<InquiryForm> {
  keepPace(ctx, visit.clientAddress)
  const form = await readForm(request, inquiryLimits)
  return {
    fields: textFields(form),
    file: await receiveFile(ctx, postedFile(form), visit.clientAddress),
  }
}

/** Returns what `submitInquiry` needs from a request. */
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

/** Returns a refusal that also asks for the file, which a browser without script does not keep. */
export async function withFileAgain(ctx: Ctx, error: unknown, file: ReceivedFile | null): Promise<unknown> {
  if (!file || !(error instanceof FieldErrors) || file.field in error.fields) return error
  const { errors } = await wordedTexts(ctx, leadsTexts)
  return new FieldErrors({ ...error.fields, [file.field]: errors.fileAgain })
}

/** Returns what a form about a service asks; null if it asks nothing. */
export async function readAskedQuestions(ctx: Ctx, service?: string): Promise<AskedQuestions | null> {
  const list = questionsFor((await readContactQuestions(ctx)).asked, service)
  return list.length === 0 ? null : { list, texts: (await wordedTexts(ctx, leadsTexts)).questions }
}

/** Refuses wrong answers with the questions of now, because the sender's page may show older ones. @throws other errors */
export async function refuseWithQuestions(
  ctx: Ctx,
  error: unknown,
  fields: Readonly<Record<string, string>>,
): Promise<Response> {
  if (!(error instanceof FieldErrors) || !Object.keys(error.fields).some(isAnswerField)) throw error
  const questions = await readAskedQuestions(ctx, fields['service_id'])
  const { message, code, status } = error
  return Response.json(
    { error: message, code, fields: error.fields, ...(questions && { questions }) },
    { status },
  )
}

const LONGEST = 200
/** Characters to read; more than `LONGEST`, so that an e-mail address across the cut is recognised as a whole. */
const READ = 1000
const LONGEST_URL = 4000
const campaignKeys = ['utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content'] as const

/**
 * Reads the source from the form's hidden fields, or from the Referer of a plain form post. Removes e-mail addresses,
 * which newsletters put in links, because the analytics would keep them when their owner is erased.
 */
export function readInquirySource(
  fields: Readonly<Record<string, string>>,
  options: { publicUrl: string; referer: string | null },
): InquirySource {
  const firstPage = ownPage(fields['first_page'] ?? options.referer, options.publicUrl)
  const campaign = mapNames(campaignKeys, (key) => short(firstPage?.searchParams.get(key)))
  return {
    form: short(fields['form']) ?? 'contact',
    service: short(fields['service']),
    plan: short(fields['plan']),
    first_page: short(pathOf(firstPage)),
    last_page: short(pathOf(ownPage(fields['last_page'] ?? options.referer, options.publicUrl))),
    referrer: short(foreignHost(fields['referrer'], options.publicUrl)),
    ...campaign,
  }
}

function short(text: string | null | undefined): string | null {
  const read = text?.slice(0, READ).replace(/[\uD800-\uDBFF]$/, '')
  const cut = read && readableLine(withoutAddresses(read))?.slice(0, LONGEST)
  // The cut may leave half of a surrogate pair.
  return (cut && cut.replace(/[\uD800-\uDBFF]$/, '')) || null
}

/** Parses a page of this site from a path, or from a URL with any host name. */
function ownPage(text: string | null | undefined, publicUrl: string): URL | null {
  const url = text ? URL.parse(text.slice(0, LONGEST_URL), publicUrl) : null
  return url && /^https?:$/.test(url.protocol) ? url : null
}

function pathOf(page: URL | null): string | null {
  return page && withoutSignature(page.pathname)
}

function foreignHost(text: string | undefined, publicUrl: string): string | null {
  const url = text ? URL.parse(text.slice(0, LONGEST_URL)) : null
  return url && url.origin !== publicUrl ? referringHost(url) : null
}
