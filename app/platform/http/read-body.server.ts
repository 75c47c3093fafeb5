import { AppError } from '#app/platform/errors.ts'

/**
 * A request's body of at most `maxBytes` bytes, counted as it arrives: one that lies about its length is cut off.
 * @throws {AppError} too-large past the limit.
 */
export async function readBody(request: Request, maxBytes: number): Promise<Blob> {
  const tooLarge = new AppError(
    'too-large',
    `What was sent is larger than this form accepts (${Math.floor(maxBytes / 1024)} KB). Please shorten it.`,
  )
  if (Number(request.headers.get('content-length') ?? 0) > maxBytes) throw tooLarge
  const chunks: Uint8Array<ArrayBuffer>[] = []
  let size = 0
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength
    if (size > maxBytes) throw tooLarge
    chunks.push(new Uint8Array(chunk))
  }
  return new Blob(chunks)
}
