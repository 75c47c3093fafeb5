import sharp from 'sharp'
import { expect, test } from 'vitest'

import { assertDefined } from '#app/lib/assert-defined.ts'
import { createProcessState } from '#app/platform/context.server.ts'
import type { FileStore } from '#app/platform/files/file-store.ts'
import { createLog } from '#app/platform/log.server.ts'
import { openSignals } from '#app/platform/signals/open-signals.server.ts'

import { imageWidths, parseImageAddress } from './image-address.ts'
import { storeImage } from './store-image.server.ts'

function visit() {
  const stored = new Map<string, Uint8Array>()
  const files: FileStore = {
    put: async (name, bytes) => void stored.set(name, bytes),
    get: async () => null,
    delete: async () => {},
    names: null,
  }
  return { files, stored }
}

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#3366cc' } })

const signals = await openSignals({ database: null }, createLog({ level: 'silent' }))

const add = (bytes: Uint8Array, name = 'a.jpg') => {
  const { files, stored } = visit()
  return storeImage({ files, state: createProcessState(signals) }, { name, bytes }).then(
    ({ address }) => ({ address, stored, refusal: null }),
    (error: Error) => ({ address: null, stored, refusal: error.message }),
  )
}

test('a photo comes upright, in four widths and two formats, without what the camera wrote', async () => {
  const photo = await picture(3000, 2000)
    .jpeg()
    // EXIF orientation 6: the camera was held upright.
    .withMetadata({
      orientation: 6,
      exif: { IFD0: { Copyright: 'Somebody' }, IFD3: { GPSLatitude: '51/1' } },
    })
    .toBuffer()
  const { address, stored } = await add(photo)
  const image = parseImageAddress(assertDefined(address, 'the picture was stored'))
  expect(image).toMatchObject({ width: 2000, height: 3000, focus: 'center' })
  expect([...stored.keys()].toSorted()).toEqual(
    imageWidths(2000)
      .flatMap((width) => ['avif', 'webp'].map((format) => `images/${image?.id}/${width}.${format}`))
      .toSorted(),
  )
  expect(imageWidths(2000)).toEqual([480, 960, 1440, 2000])
  for (const [name, bytes] of stored) {
    const { exif, icc, xmp, width, height } = await sharp(bytes).metadata()
    expect([name, exif, icc, xmp]).toEqual([name, undefined, undefined, undefined])
    expect(Math.abs(height / width - 1.5)).toBeLessThan(0.01)
    expect(Buffer.from(bytes).includes('Somebody')).toBe(false)
  }
})

test.each(['gif', 'webp'] as const)(
  'a moving %s keeps its frames and their times, in every width',
  async (format) => {
    const frames = await Promise.all(
      ['#ff0000', '#00ff00', '#0000ff'].map((background) =>
        sharp({ create: { width: 600, height: 40, channels: 3, background } })
          .png()
          .toBuffer(),
      ),
    )
    const film = sharp(frames, { join: { animated: true } })
    const bytes = await film[format]({ delay: [100, 200, 300], loop: 0 }).toBuffer()
    const { address, stored } = await add(bytes)
    expect(address).toMatch(/\/600x40\.webp$/)
    expect(
      Array.from(stored.keys(), (name) => name.split('/').at(-1)).toSorted((a = '', b = '') =>
        a.localeCompare(b),
      ),
    ).toEqual(['480.webp', '600.webp'])
    for (const file of stored.values())
      expect(await sharp(file).metadata()).toMatchObject({ pages: 3, delay: [100, 200, 300], loop: 0 })
  },
)

test('a small picture is never enlarged', async () => {
  const { address, stored } = await add(await picture(40, 30).png().toBuffer())
  expect(parseImageAddress(assertDefined(address, 'the picture was stored'))).toMatchObject({
    width: 40,
    height: 30,
  })
  expect(stored.size).toBe(2)
})

test.each(['png', 'webp', 'gif', 'avif'] as const)('%s is taken', async (format) => {
  expect((await add(await picture(60, 40).toFormat(format).toBuffer())).refusal).toBeNull()
})

test('10,485,760 bytes are taken and one more is not', async () => {
  const jpeg = await picture(60, 40).jpeg().toBuffer()
  const padded = (length: number) => Buffer.concat([jpeg, Buffer.alloc(length - jpeg.length)])
  expect((await add(padded(10_485_760))).refusal).toBeNull()
  expect((await add(padded(10_485_761), 'big.jpg')).refusal).toBe(
    '"big.jpg" is larger than 10 MB. Please choose a smaller picture.',
  )
})

test('what is no picture by its content is refused, whatever its name', async () => {
  for (const text of [
    '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
    '%PDF-1.7',
    '',
    'GIF',
  ])
    expect((await add(Buffer.from(text), 'a.png')).refusal).toContain('"a.png" is not a picture we can show.')
})

test('a damaged file and a bomb are refused, and nothing of them is kept', async () => {
  const whole = await sharp({
    create: {
      width: 400,
      height: 300,
      channels: 3,
      background: '#fff',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  })
    .jpeg()
    .toBuffer()
  const half = await add(whole.subarray(0, whole.length / 2))
  expect([half.refusal, half.stored.size]).toEqual([
    '"a.jpg" is damaged: it could not be read as a picture.',
    0,
  ])
  const lie = await add(Buffer.concat([Buffer.from('\u0089PNG\r\n\u001A\n', 'latin1'), Buffer.from('lies')]))
  expect(lie.refusal).toContain('is damaged')
  const bomb = await picture(10_000, 6000).png({ compressionLevel: 9 }).toBuffer()
  expect(bomb.length).toBeLessThan(10_485_760)
  const refused = await add(bomb, 'bomb.png')
  expect([refused.refusal?.slice(0, 46), refused.stored.size]).toEqual([
    '"bomb.png" has more than 50 million pixels. Pl',
    0,
  ])
})
