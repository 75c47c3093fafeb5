import { expect, test } from 'vitest'

import { DAY } from '#app/platform/clock.ts'
import { asOwner, createTestCtx, type TestCtx } from '#tests/support/test-ctx.ts'

import { deleteCutOffVideo } from './delete-cut-off-video.job.server.ts'
import { addVideoPart } from './add-video-part.server.ts'
import { readVideo, stretchOf } from './read-video.server.ts'
import { ownCaptions, ownSound, ownVideo, partName, VIDEO_PART } from './video-kind.ts'

const size = VIDEO_PART + 1000
const whole = Buffer.alloc(size, 'abcdefg')
whole.write('0000ftypisom')

const send = (ctx: TestCtx, video: string, part: number, bytes: Uint8Array = partOf(part)) =>
  addVideoPart(ctx, { video, part, size, name: 'film.mp4', bytes })
const partOf = (part: number) => whole.subarray(part * VIDEO_PART, (part + 1) * VIDEO_PART)

async function addFilm(ctx: TestCtx): Promise<string> {
  const { video, address } = await send(ctx, '', 0)
  expect(address).toBeNull()
  await expect(readVideo(ctx, { id: video, file: 'video.mp4' }, asking({}))).rejects.toMatchObject({
    code: 'not-found',
  })
  const done = await send(ctx, video, 1)
  expect(done.address).toMatch(ownVideo)
  return video
}

const asking = (headers: Record<string, string>, method = 'GET') => ({
  method,
  headers: new Headers(headers),
})

test('a stretch is sent only of the video that was seen before, and only to GET', async () => {
  const ctx = asOwner(await createTestCtx())
  const id = await addFilm(ctx)
  const statusOf = async (headers: Record<string, string>, method = 'GET') => {
    const response = await readVideo(ctx, { id, file: 'video.mp4' }, asking(headers, method))
    await response.body?.cancel()
    return response.status
  }
  const tag = `"${id}"`
  const range = 'bytes=0-99'
  expect(await statusOf({ range, 'if-range': tag })).toBe(206)
  for (const other of ['"nope"', `W/${tag}`, 'Wed, 21 Oct 2015 07:28:00 GMT'])
    expect(await statusOf({ range, 'if-range': other })).toBe(200)
  expect(await statusOf({ range }, 'HEAD')).toBe(200)
  expect(await statusOf({ range: 'items=0-1' })).toBe(200)
  for (const known of [tag, `"a", W/${tag}`, '*'])
    expect(await statusOf({ 'if-none-match': known })).toBe(304)
  expect(await statusOf({ 'if-none-match': '"nope"' })).toBe(200)
  expect(await statusOf({ 'if-modified-since': 'Wed, 21 Oct 2099 07:28:00 GMT' })).toBe(200)
})

test('a video is sent in parts, and served whole or in the stretch that is asked for', async () => {
  const ctx = asOwner(await createTestCtx())
  const id = await addFilm(ctx)
  const get = async (range: string | null) => {
    const response = await readVideo(ctx, { id, file: 'video.mp4' }, asking(range === null ? {} : { range }))
    return { response, bytes: Buffer.from(await response.arrayBuffer()) }
  }
  const all = await get(null)
  expect(all.response.status).toBe(200)
  expect(Object.fromEntries(all.response.headers)).toMatchObject({
    'content-type': 'video/mp4',
    'accept-ranges': 'bytes',
    'content-length': String(size),
  })
  expect(all.bytes.equals(whole)).toBe(true)
  const middle = await get(`bytes=${VIDEO_PART - 5}-${VIDEO_PART + 4}`)
  expect(middle.response.status).toBe(206)
  expect(middle.response.headers.get('content-range')).toBe(
    `bytes ${VIDEO_PART - 5}-${VIDEO_PART + 4}/${size}`,
  )
  expect(middle.bytes.equals(whole.subarray(VIDEO_PART - 5, VIDEO_PART + 5))).toBe(true)
  expect((await get('bytes=-10')).bytes.equals(whole.subarray(size - 10))).toBe(true)
  expect((await get(`bytes=${size}-`)).response.status).toBe(416)
  expect((await get('bytes=0-1,5-6')).response.status).toBe(200)
  for (const file of ['video.webm', 'video.json', '000'])
    await expect(readVideo(ctx, { id, file }, asking({}))).rejects.toMatchObject({ code: 'not-found' })
  const entries = await ctx.db.selectFrom('audit_entry').select('kind').execute()
  expect(entries).toEqual([{ kind: 'video.added' }])
})

test('what is no video, has another size, or lacks a part is refused', async () => {
  const ctx = asOwner(await createTestCtx())
  await expect(send(ctx, '', 0, Buffer.alloc(VIDEO_PART, '<html>'))).rejects.toMatchObject({
    fields: { file: expect.stringContaining('MP4, WebM') as string },
  })
  const other = '00000000-0000-0000-0000-000000000000'
  const refused: [string, number, Uint8Array][] = [
    [other, 1, partOf(1)],
    [other, 0, partOf(0)],
    ['', 1, partOf(1)],
    ['', 0, partOf(1)],
    [other, 2, partOf(1)],
  ]
  for (const [video, part, bytes] of refused)
    await expect(send(ctx, video, part, bytes)).rejects.toMatchObject({
      fields: { file: expect.any(String) as string },
    })
  const id = await addFilm(ctx)
  await expect(send(ctx, id, 1)).rejects.toMatchObject({ fields: { file: expect.any(String) as string } })
  await expect(send(await createTestCtx(), '', 0)).rejects.toMatchObject({ code: 'unauthenticated' })
})

test.each([
  ['bytes=0-', { from: 0, to: 99 }],
  ['bytes=10-19', { from: 10, to: 19 }],
  ['bytes=10-1000', { from: 10, to: 99 }],
  ['bytes=-1000', { from: 0, to: 99 }],
  ['bytes=-0', 'unsatisfiable'],
  ['bytes=100-', 'unsatisfiable'],
  ['bytes=20-10', null],
  ['bytes=-', null],
  ['lines=1-2', null],
  [`bytes=${'9'.repeat(5000)}-`, null],
])('of 100 bytes %s is %j', (range, stretch) => {
  expect(stretchOf(range, 100)).toEqual(stretch)
})

test('the parts of an upload that was cut off are deleted a day later, those of a whole video stay', async () => {
  const ctx = asOwner(await createTestCtx())
  const run = (id: string) => deleteCutOffVideo.run(ctx, { id }, { signal: new AbortController().signal })
  const film = await addFilm(ctx)
  const { video: half } = await send(ctx, '', 0)
  const jobs = await ctx.db.selectFrom('job').select(['id', 'run_at']).orderBy('id').execute()
  const at = ctx.clock.now() + DAY
  expect(jobs).toEqual([film, half].sort().map((id) => ({ id: `delete-cut-off-video:${id}`, run_at: at })))
  for (const id of [film, half]) await run(id)
  expect(await ctx.files.get(partName(half, 0))).toBeNull()
  expect(await ctx.files.get(partName(film, 0))).not.toBeNull()
})

test.each([
  ['mp3', 'ID3\u0004 and the rest of it'],
  ['mp3', '\u00FF\u00FB\u0090 and the rest'],
  ['m4a', '0000ftypM4A and the rest'],
  ['ogg', 'OggS and the rest of it'],
  ['wav', 'RIFF0000WAVEfmt and so on'],
])('a recording (%s) is told by its bytes, and served as one', async (format, text) => {
  const ctx = asOwner(await createTestCtx())
  const bytes = Buffer.from(text, 'latin1')
  const sent = { video: '', part: 0, size: bytes.length, name: 'film.mp4', bytes }
  const { video, address } = await addVideoPart(ctx, sent)
  expect(address).toMatch(ownSound)
  const response = await readVideo(ctx, { id: video, file: `sound.${format}` }, asking({}))
  expect(response.headers.get('content-type')).toMatch(/^audio\//)
})

test('captions are told by their first word, with the mark of their encoding too', async () => {
  const ctx = asOwner(await createTestCtx())
  for (const mark of ['', '\uFEFF']) {
    const bytes = Buffer.from(`${mark}WEBVTT\n\n00:00.000 --> 00:01.000\nGood evening.\n`)
    const sent = { video: '', part: 0, size: bytes.length, name: 'film.txt', bytes }
    const { video, address } = await addVideoPart(ctx, sent)
    expect(address).toMatch(ownCaptions)
    const response = await readVideo(ctx, { id: video, file: 'captions.vtt' }, asking({}))
    expect(response.headers.get('content-type')).toBe('text/vtt')
  }
})

test.each([
  'WEBVTTX is none',
  '<!doctype html><script>',
  'MZ this is a program',
  'RIFF0000AVI LIST',
  '\u00FF\u00D8\u00FF a picture',
])('what is neither a video nor a sound is refused: %j', async (text) => {
  const ctx = asOwner(await createTestCtx())
  const bytes = Buffer.from(text, 'latin1')
  const sent = { video: '', part: 0, size: bytes.length, name: 'call.mp3', bytes }
  await expect(addVideoPart(ctx, sent)).rejects.toMatchObject({ fields: { file: /browsers can play/ } })
})
