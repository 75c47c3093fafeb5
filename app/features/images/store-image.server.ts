import { execFile } from 'node:child_process'
import { join } from 'node:path'

import { defaultLocale, fill } from '#app/lib/messages.ts'
import { createQueue } from '#app/lib/one-at-a-time.ts'
import { programPath } from '#app/platform/program-path.ts'
import { SECOND } from '#app/platform/clock.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { FieldErrors } from '#app/platform/errors.ts'
import { newId } from '#app/platform/ids.server.ts'

import type { Encoded, Purpose, Refusal } from './encoding/encode-program.server.ts'
import { imageAddress } from './image-address.ts'
import { isImage, MAX_IMAGE_BYTES } from './image-kind.ts'
import { imageMessages } from './messages.ts'

const { errors } = imageMessages[defaultLocale]

/** Far more than the largest picture takes on a slow machine. */
const TIMEOUT = 90 * SECOND
const MAX_BYTES = 128 * 1024 * 1024

/** Each instance encodes one picture at a time. */
const createEncodingQueue = () => createQueue()

/**
 * @param image.width in pixels, if `id` is that of a picture so wide; another picture gets an id of its own
 * @throws {FieldErrors} file: too large, not a picture, damaged, or too many pixels. Then nothing is stored.
 */
export async function storeImage(
  ctx: Pick<Ctx, 'files' | 'state'>,
  { name, bytes, ...wanted }: { name: string; bytes: Uint8Array; id?: string; width?: number },
): Promise<{ id: string; address: string; stored: string[] }> {
  const { width, height, files } = await encodeImage(ctx, 'picture', { field: 'file', name, bytes })
  const isAnother = wanted.width !== undefined && wanted.width !== width
  const id = (isAnother ? undefined : wanted.id) ?? newId()
  const named = files.map(({ name: file, base64 }) => ({ stored: `images/${id}/${file}`, base64 }))
  await Promise.all(named.map(({ stored, base64 }) => ctx.files.put(stored, Buffer.from(base64, 'base64'))))
  const address = imageAddress({ id, width, height, focus: 'center' })
  return { id, address, stored: named.map(({ stored }) => stored) }
}

type Upload = {
  /** Name of the form's field, for its error. */
  field: string
  name: string
  bytes: Uint8Array
  /** Whether it is a cleaned drawing, which is not a supported upload. */
  isClean?: boolean
}

/** Encodes a picture for a purpose. @throws {FieldErrors} too large, not a picture, damaged, or too many pixels. */
export async function encodeImage<Name extends Purpose>(
  ctx: Pick<Ctx, 'state'>,
  purpose: Name,
  { field, name, bytes, isClean = false }: Upload,
): Promise<Exclude<Encoded[Name], Refusal>> {
  const refuse = (sentence: string) => new FieldErrors({ [field]: fill(sentence, { name }) })
  if (bytes.byteLength > MAX_IMAGE_BYTES) throw refuse(errors.tooLarge)
  if (!isClean && !isImage(bytes)) throw refuse(errors.notImage)
  const encoded = await ctx.state.of(createEncodingQueue)(() => runProgram(purpose, bytes))
  if ('refused' in encoded)
    throw refuse(encoded.refused === 'damaged' ? errors.damaged : errors.tooManyPixels)
  // The program returns the type that belongs to its purpose.
  return encoded as Exclude<Encoded[Name], Refusal>
}

/** Encodes in a separate process, so that a malicious picture cannot harm the server. */
function runProgram(purpose: Purpose, bytes: Uint8Array): Promise<Encoded[Purpose]> {
  const program = programPath('encode-program', join(import.meta.dirname, 'encoding'))
  return new Promise((done, fail) => {
    const child = execFile(
      process.execPath,
      [program, purpose],
      // Pass on none of the server's variables, because some are secret.
      { env: { NODE_ENV: 'production' }, timeout: TIMEOUT, maxBuffer: MAX_BYTES },
      (error, written) => (error ? fail(error) : done(JSON.parse(written) as Encoded[Purpose])),
    )
    // If the program ends early, its exit code reports that.
    child.stdin?.on('error', () => {})
    child.stdin?.end(bytes)
  })
}
