import { parseUrlencoded } from '#app/lib/form-urlencoded.ts'
import { AppError } from '#app/platform/errors.ts'

import { checkMultipart } from './check-multipart.ts'
import { readBody } from './read-body.server.ts'

const URLENCODED = 'application/x-www-form-urlencoded'
const MULTIPART = 'multipart/form-data'

/** What the longest inquiry needs, escaped; a route that takes more says so. */
const MAX_BYTES = 64 * 1024
const MAX_FIELDS = 50

/**
 * Reads a posted form of at most `maxBytes` bytes, counting as it arrives: a body that lies about its length is cut off.
 * @throws {AppError} unsupported-type when it is not a form, too-large past a limit, invalid when it does not parse.
 */
export async function readForm(
  request: Request,
  { maxBytes = MAX_BYTES, maxFields = MAX_FIELDS }: { maxBytes?: number; maxFields?: number } = {},
): Promise<FormData> {
  if (request.headers.get('content-type') === null && request.headers.get('content-length') === '0')
    return new FormData()
  const contentType = request.headers.get('content-type') ?? ''
  const type = contentType.split(';', 1)[0]?.trim().toLowerCase()
  if (type !== URLENCODED && type !== MULTIPART)
    throw new AppError('unsupported-type', 'This address takes a form. Please use the form on the page.')
  const bytes = await readBody(request, maxBytes)
  return type === URLENCODED ? fromUrlencoded(bytes, maxFields) : fromMultipart(bytes, contentType, maxFields)
}

/**
 * For routes with one form that scripts send, some with the whole page's form and so with its intent.
 * @throws {AppError} invalid for any other intent.
 */
export function requireIntent(form: FormData, known?: string): FormData {
  const intent = form.get('intent')
  if (intent !== null && intent !== known) throw unknownIntent()
  return form
}

export function unknownIntent(): AppError {
  return new AppError('invalid', 'This form is not known here. Please reload the page.')
}

function fromUrlencoded(bytes: Uint8Array, maxFields: number): FormData {
  const fields = parseUrlencoded(bytes, maxFields)
  if (!fields) throw tooManyFields(maxFields)
  const form = new FormData()
  for (const [name, value] of fields) form.append(name, value)
  return form
}

async function fromMultipart(
  bytes: Uint8Array<ArrayBuffer>,
  contentType: string,
  maxFields: number,
): Promise<FormData> {
  const state = checkMultipart(bytes, contentType, maxFields)
  if (state === 'too-many') throw tooManyFields(maxFields)
  const damaged = 'The form arrived damaged. Please send it again.'
  if (state === 'damaged') throw new AppError('invalid', damaged)
  try {
    return await new Response(bytes, { headers: { 'content-type': contentType } }).formData()
  } catch (error) {
    throw new AppError('invalid', damaged, { cause: error })
  }
}

function tooManyFields(maxFields: number): AppError {
  return new AppError('too-large', `What was sent has more fields than this form accepts (${maxFields}).`)
}

/** A form's text fields by name; files and repeated names are left out. */
export function textFields(form: FormData): Record<string, string> {
  const fields: Record<string, string> = Object.create(null)
  for (const [name, value] of form) if (typeof value === 'string') fields[name] ??= value
  return fields
}
