export class TooLargeAnswer extends Error {}

/** Reads a response from another server, up to a number of bytes. @throws {TooLargeAnswer} if there are more. */
export async function readAtMost(response: Response, most: number): Promise<Buffer> {
  if (!response.body) return Buffer.alloc(0)
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of response.body) {
    size += part.byteLength
    if (size > most) throw new TooLargeAnswer(`The answer has more than ${most} bytes.`)
    parts.push(part)
  }
  return Buffer.concat(parts)
}
