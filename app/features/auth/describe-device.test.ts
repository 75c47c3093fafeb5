import { expect, test } from 'vitest'

import { describeDevice } from './describe-device.ts'

const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)'
const windows = `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit}`
const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)'
const mac = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)'
const android = `Mozilla/5.0 (Linux; Android 10; K) ${webkit}`

test.each([
  ['Chrome on Windows', `${windows} Chrome/140.0.0.0 Safari/537.36`],
  ['Edge on Windows', `${windows} Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0`],
  ['Edge on Android', `${android} Chrome/140.0.0.0 Mobile Safari/537.36 EdgA/140.0.0.0`],
  ['Opera on Windows', `${windows} Chrome/140.0.0.0 Safari/537.36 OPR/120.0.0.0`],
  ['Chrome on Android', `${android} Chrome/140.0.0.0 Mobile Safari/537.36`],
  ['Firefox on Linux', 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'],
  ['Firefox on macOS', `${mac.replace(')', '; rv:140.0)')} Gecko/20100101 Firefox/140.0`],
  ['Safari on macOS', `${mac} AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Safari/605.1.15`],
  ['Safari on iOS', `${iphone} Version/19.0 Mobile/15E148 Safari/604.1`],
  ['Chrome on iOS', `${iphone} CriOS/140.0.0.0 Mobile/15E148 Safari/604.1`],
  ['Firefox on iOS', `${iphone} FxiOS/140.0 Mobile/15E148 Safari/605.1.15`],
])('%s is recognised', (device, userAgent) => {
  expect(describeDevice(userAgent)).toBe(device)
})

test('what names nothing known is unknown, and nothing of it is repeated', () => {
  for (const userAgent of [null, '', 'curl/8.0', '<script>alert(1)</script>', 'NotFirefox/1'])
    expect(describeDevice(userAgent)).toBe('Unknown browser on unknown system')
})
