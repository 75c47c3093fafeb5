import { AppError } from '#app/platform/errors.ts'

import { readBody } from './read-body.server.ts'

/**
 * Reads a posted JSON value of at most `maxBytes` bytes; the caller parses its shape.
 * @throws {AppError} unsupported-type when it is not JSON by its type, too-large past the limit, invalid when it does
 * not parse.
 */
export async function readJson(request: Request, options: { maxBytes: number }): Promise<unknown> {
  const contentType = request.headers.get('content-type') ?? ''
  if (contentType.split(';', 1)[0]?.trim().toLowerCase() !== 'application/json')
    throw new AppError('unsupported-type', 'This address takes JSON.')
  const text = new TextDecoder().decode(await readBody(request, options.maxBytes))
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new AppError('invalid', 'What was sent arrived damaged. Please send it again.', { cause: error })
  }
}
