import { z } from 'zod'

import { recordChange } from '#app/platform/audit/record-change.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { FieldErrors } from '#app/platform/errors.ts'
import { newId } from '#app/platform/ids.server.ts'
import { requireActor } from '#app/platform/require-actor.ts'

import { deleteLaterIfCutOff } from './delete-cut-off-video.job.server.ts'
import {
  fileName,
  MAX_VIDEO_BYTES,
  partName,
  VIDEO_PART,
  mediaAddress,
  type MediaFormat,
  mediaFormatOf,
} from './video-kind.ts'

export const videoPartSchema = z.object({
  /** Empty with the first part, whose response returns it. */
  video: z.string().regex(/^(?:[0-9a-f-]{36})?$/, 'This upload was not found. Please start again.'),
  part: z.coerce.number().int().min(0),
  size: z.coerce
    .number()
    .int()
    .min(12, 'Please choose a video.')
    .max(MAX_VIDEO_BYTES, 'A video can have at most 200 MB. Please choose a smaller one.'),
})

type VideoPart = z.output<typeof videoPartSchema> & { name: string; bytes: Uint8Array }

/** Written with the last part; a video without it is not served. */
export type VideoFile = { format: MediaFormat; size: number }

const notVideo =
  '"{name}" is not a video, sound or caption file that browsers can play. Please choose an MP4, WebM, MP3, M4A, OGG, WAV or WebVTT file.'
const broken = 'A part of the video is missing. Please upload it again.'

/**
 * Stores a part of a video. Parts come in order, all of one size except the last.
 * @returns the video's id, and its address once it is complete.
 * @throws {FieldErrors} file.
 */
export async function addVideoPart(
  ctx: Ctx,
  { video, part, size, name, bytes }: VideoPart,
): Promise<{ video: string; address: string | null }> {
  requireActor(ctx, 'content.write')
  const last = Math.ceil(size / VIDEO_PART) - 1
  const expected = part === last ? size - last * VIDEO_PART : VIDEO_PART
  if (part > last || bytes.byteLength !== expected || (video === '') !== (part === 0))
    throw new FieldErrors({ file: broken })
  if (part === 0 && mediaFormatOf(bytes) === null)
    throw new FieldErrors({ file: notVideo.replace('{name}', () => name) })
  const id = video || newId()
  const before = part === 0 ? bytes : await ctx.files.get(partName(id, part - 1))
  if (!before || (await ctx.files.get(fileName(id)))) throw new FieldErrors({ file: broken })
  await ctx.files.put(partName(id, part), bytes)
  if (part === 0 && last > 0) await deleteLaterIfCutOff(ctx, id)
  if (part < last) return { video: id, address: null }
  const first = part === 0 ? bytes : await ctx.files.get(partName(id, 0))
  const format = first && mediaFormatOf(first)
  if (!format) throw new FieldErrors({ file: broken })
  const address = mediaAddress(id, format)
  const file: VideoFile = { format, size }
  await ctx.files.put(fileName(id), new TextEncoder().encode(JSON.stringify(file)))
  await withTransaction(ctx, (ctx) =>
    recordChange(ctx, { what: 'video.added', subject: { id, title: name, path: address } }),
  )
  return { video: id, address }
}
