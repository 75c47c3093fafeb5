import { AppError } from '#app/platform/errors.ts'

/**
 * A request's body of at most `maxBytes` bytes, counted as it arrives: one that lies about its length is cut off.
 * @throws {AppError} too-large past the limit.
 */
export async function readBody(request: Request, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  if (Number(request.headers.get('content-length') ?? 0) > maxBytes) throw tooLarge(maxBytes)
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength
    if (size > maxBytes) throw tooLarge(maxBytes)
    // A copy, for a piece of a few bytes may hold on to the 64 KB that the connection was read into.
    chunks.push(new Uint8Array(chunk))
  }
  const body = new Uint8Array(size)
  let at = 0
  for (const chunk of chunks) {
    body.set(chunk, at)
    at += chunk.byteLength
  }
  return body
}

function tooLarge(maxBytes: number): AppError {
  return new AppError(
    'too-large',
    `What was sent is larger than this form accepts (${Math.floor(maxBytes / 1024)} KB). Please shorten it.`,
  )
}
