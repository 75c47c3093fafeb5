import type { Ctx } from '#app/platform/context.server.ts'
import { AppError } from '#app/platform/errors.ts'

import type { VideoFile } from './add-video-part.server.ts'
import { fileName, fileOf, mediaTypes, partName, VIDEO_PART } from './video-kind.ts'

type Files = Pick<Ctx, 'files'>
type Stretch = { from: number; to: number }

/**
 * Responds with a video, or with the requested range of it (RFC 9110, sections 13 and 14). Its bytes never change, so its id
 * is its entity tag, and it has no date. Keeps at most two parts in memory at
 * a time.
 * @throws {AppError} not-found.
 */
export async function readVideo(
  ctx: Files,
  { id, file }: { id: string; file: string },
  { method, headers: given }: Pick<Request, 'method' | 'headers'>,
): Promise<Response> {
  const stored = /^[0-9a-f-]{36}$/.test(id) ? await ctx.files.get(fileName(id)) : null
  const video = stored && (JSON.parse(new TextDecoder().decode(stored)) as VideoFile)
  if (!video || file !== fileOf(video.format)) throw new AppError('not-found', 'There is no such video.')
  const { size, format } = video
  const tag = `"${id}"`
  const headers = {
    etag: tag,
    'content-type': mediaTypes[format],
    'accept-ranges': 'bytes',
    'cache-control': 'public, max-age=31536000, immutable',
  }
  const known = given.get('if-none-match')
  if (known === '*' || known?.includes(tag)) return new Response(null, { status: 304, headers })
  const range = method === 'GET' && (given.get('if-range') ?? tag) === tag ? given.get('range') : null
  const asked = range === null ? null : stretchOf(range, size)
  if (asked === 'unsatisfiable')
    return new Response(null, { status: 416, headers: { ...headers, 'content-range': `bytes */${size}` } })
  const { from, to } = asked ?? { from: 0, to: size - 1 }
  return new Response(streamed(ctx, id, { from, to }), {
    status: asked ? 206 : 200,
    headers: {
      ...headers,
      'content-length': String(to - from + 1),
      ...(asked && { 'content-range': `bytes ${from}-${to}/${size}` }),
    },
  })
}

/** Returns null for anything but a single byte range, which is then ignored. */
export function stretchOf(range: string, size: number): Stretch | 'unsatisfiable' | null {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(range.trim()) ?? []
  if (first === '' && last === '') return null
  const from = first === '' ? Math.max(0, size - Number(last)) : Number(first)
  const to = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1)
  if (first !== '' && last !== '' && Number(last) < from) return null
  return from >= size || (first === '' && Number(last) === 0) ? 'unsatisfiable' : { from, to }
}

function streamed({ files }: Files, id: string, { from, to }: Stretch): ReadableStream<Uint8Array> {
  let at = from
  return new ReadableStream<Uint8Array>(
    {
      async pull(stream) {
        const part = Math.floor(at / VIDEO_PART)
        const bytes = await files.get(partName(id, part))
        const begin = part * VIDEO_PART
        if (!bytes || begin + bytes.byteLength <= at)
          throw new Error(`Part ${part} of the video ${id} is missing.`)
        const piece = bytes.subarray(at - begin, to + 1 - begin)
        at += piece.byteLength
        stream.enqueue(piece)
        if (at > to) stream.close()
      },
    },
    { highWaterMark: 0 },
  )
}
