import { AppError } from '#app/platform/errors.ts'

import { readBody } from './read-body.server.ts'

const formTypes = new Set(['application/x-www-form-urlencoded', 'multipart/form-data'])

/**
 * Reads a posted form of at most `maxBytes` bytes, counting as it arrives: a body that lies about its length is cut off.
 * @throws {AppError} unsupported-type when it is not a form, too-large past the limit, invalid when it does not parse.
 */
export async function readForm(request: Request, options: { maxBytes: number }): Promise<FormData> {
  const contentType = request.headers.get('content-type') ?? ''
  if (!formTypes.has(contentType.split(';', 1)[0]?.trim().toLowerCase() ?? ''))
    throw new AppError('unsupported-type', 'This address takes a form. Please use the form on the page.')
  const body = await readBody(request, options.maxBytes)
  try {
    return await new Response(body, { headers: { 'content-type': contentType } }).formData()
  } catch (error) {
    throw new AppError('invalid', 'The form arrived damaged. Please send it again.', { cause: error })
  }
}

/** A form's text fields by name; files and repeated names are left out. */
export function textFields(form: FormData): Record<string, string> {
  const fields: Record<string, string> = Object.create(null)
  for (const [name, value] of form) if (typeof value === 'string') fields[name] ??= value
  return fields
}
