import { defaultLocale, fill } from '#app/lib/messages.ts'
import type { FileStore } from '#app/platform/files/file-store.ts'
import { FieldErrors } from '#app/platform/errors.ts'
import { newId } from '#app/platform/ids.server.ts'

import { encodeInChildProcess } from './encoding/encode-in-child-process.server.ts'
import { imageAddress } from './image-address.ts'
import { isImage, MAX_IMAGE_BYTES } from './image-kind.ts'
import { imageMessages } from './messages.ts'

const { errors } = imageMessages[defaultLocale]

/** @throws {FieldErrors} file: too large, not a picture, damaged, or of too many pixels. Then nothing is stored. */
export async function storeImage(
  store: FileStore,
  { name, bytes }: { name: string; bytes: Uint8Array },
): Promise<{ id: string; address: string }> {
  const refuse = (sentence: string) => new FieldErrors({ file: fill(sentence, { name }) })
  if (bytes.byteLength > MAX_IMAGE_BYTES) throw refuse(errors.tooLarge)
  if (!isImage(bytes)) throw refuse(errors.notImage)
  const encoded = await encodeInChildProcess(bytes)
  if ('refused' in encoded)
    throw refuse(encoded.refused === 'damaged' ? errors.damaged : errors.tooManyPixels)
  const { width, height, files } = encoded
  const id = newId()
  await Promise.all(
    files.map(({ name: file, base64 }) => store.put(`images/${id}/${file}`, Buffer.from(base64, 'base64'))),
  )
  return { id, address: imageAddress({ id, width, height, focus: 'center' }) }
}
