import fc from 'fast-check'
import { expect, test } from 'vitest'

import { voiceCalls } from '#app/features/content/starter/voice-calls.ts'
import { renderBlocks } from '#tests/support/render-blocks.tsx'

import { parseBlock } from '#app/features/content/parse-block.ts'
import { BARS, describeSound, readSound, waveOf } from './sound-address.ts'

const texts = { play: 'Play', pause: 'Pause', position: 'Position', transcript: 'Read the call' }

async function render(calls: unknown): Promise<string> {
  const parsed = parseBlock({ id: 'calls', type: 'voice-samples', version: 1, props: { ...texts, calls } })
  if ('fault' in parsed) throw new Error(parsed.fault)
  return renderBlocks([parsed.block], { services: [], caseStudies: [] })
}

test('without script a call has the browser’s controls and its transcript, and loads nothing', async () => {
  const html = await render(voiceCalls)
  expect(html.match(/<audio[^>]*preload="none"[^>]*controls/g)).toHaveLength(3)
  expect(html).toContain('src="/samples/voice-dentist.mp3"')
  expect(html).toContain('Harbour Plumbing. What has happened?')
})

test.each([
  'javascript:alert(1)',
  '/samples/../admin.mp3',
  '/videos/x/sound.mp3',
  'http://example.com/a.mp3',
  '//e.com/a',
])('the address %j is refused', async (src) => {
  await expect(render([{ name: 'A call', src, lines: [] }])).rejects.toThrow()
})

test('a starter’s transcript begins its lines in order, within the recording', () => {
  for (const { src, lines } of voiceCalls) {
    const times = lines.map(({ at }) => at)
    expect(times).toEqual(times.toSorted((one, other) => one - other))
    expect(Math.max(...times)).toBeLessThan(readSound(src).seconds)
  }
})

test('what is said of a sound is read back, and nonsense shows an even waveform', () => {
  const wave = waveOf(Float32Array.from({ length: 6400 }, (_, n) => Math.sin(n) * (n / 6400)))
  expect(wave).toHaveLength(BARS)
  expect(readSound(describeSound({ address: '/a.mp3', seconds: 31.4, wave }))).toEqual({
    address: '/a.mp3',
    seconds: 31,
    wave,
  })
  fc.assert(
    fc.property(fc.string(), (text) => {
      const sound = readSound(text)
      expect(sound.wave).toHaveLength(BARS)
      expect(sound.wave.every((loud) => loud >= 1 && loud <= 9)).toBe(true)
      expect(sound.seconds).toBeGreaterThanOrEqual(0)
    }),
  )
})
