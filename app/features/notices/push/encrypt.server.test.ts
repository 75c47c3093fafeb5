import { createECDH, randomBytes } from 'node:crypto'

import { assert, property, uint8Array } from 'fast-check'
import { expect, test } from 'vitest'

import { newSubscription, readPush, readRecords } from '#tests/fakes/push-service.ts'

import { areBrowserKeys, encryptPush, encryptRecord, LONGEST_MESSAGE } from './encrypt.server.ts'

const decode = (text: string) => Buffer.from(text, 'base64url')

/** RFC 8291, section 5 and appendix A. */
const example = {
  message: 'When I grow up, I want to be a watermelon',
  browserKeys: {
    p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  },
  browserPrivate: 'q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94',
  senderPrivate: 'yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw',
  salt: 'DGv6ra1nlYgDCS1FRnbzlw',
  sent: 'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
}

test('the example of RFC 8291 is encrypted byte by byte, and read again', () => {
  const { message, browserKeys, browserPrivate, senderPrivate, salt, sent } = example
  const chosen = { salt: decode(salt), privateKey: decode(senderPrivate) }
  expect(encryptPush(Buffer.from(message), browserKeys, chosen).toString('base64url')).toBe(sent)
  const browser = createECDH('prime256v1')
  browser.setPrivateKey(decode(browserPrivate))
  expect(readPush(decode(sent), browser, decode(browserKeys.auth)).toString()).toBe(message)
})

test('the examples of RFC 8188 come out the same', () => {
  const first = 'I1BsxtFttlv3u_Oo94xnmwAAEAAA-NAVub2qFgBEuQKRapoZu-IxkIva3MEB1PD-ly8Thjg'
  const key = decode('yqdlZ-tYemfogSmv7Ws5PQ')
  const sealing = { key, salt: decode(first).subarray(0, 16), keyId: Buffer.alloc(0) }
  expect(encryptRecord(Buffer.from('I am the walrus'), sealing).toString('base64url')).toBe(first)
  const second =
    'uNCkWiNYzKTnBN9ji3-qWAAAABkCYTHOG8chz_gnvgOqdGYovxyjuqRyJFjEDyoF1Fvkj6hQPdPHI51OEUKEpgz3SsLWIqS_uA'
  expect(readRecords(decode(second), decode('BO3ZVPxUlnLORbVGMpbT1Q')).toString()).toBe('I am the walrus')
})

test('a browser reads whatever was encrypted for it', () => {
  assert(
    property(uint8Array({ maxLength: LONGEST_MESSAGE }), (bytes) => {
      const browser = createECDH('prime256v1')
      browser.generateKeys()
      const auth = randomBytes(16)
      const keys = { p256dh: browser.getPublicKey('base64url'), auth: auth.toString('base64url') }
      const sent = encryptPush(Buffer.from(bytes), keys)
      expect(sent.length).toBeLessThanOrEqual(4096)
      expect(readPush(sent, browser, auth)).toEqual(Buffer.from(bytes))
    }),
    { numRuns: 50 },
  )
})

test('a message past the limit, and one that was changed, are refused', () => {
  const { given, read } = newSubscription('https://push.example/x')
  expect(() => encryptPush(Buffer.alloc(LONGEST_MESSAGE + 1), given)).toThrow('too long')
  const sent = encryptPush(Buffer.from('{}'), given)
  sent.writeUInt8(sent.readUInt8(sent.length - 20) ^ 1, sent.length - 20)
  expect(() => read(sent)).toThrow()
})

test.each([
  { p256dh: '', auth: '' },
  { p256dh: 'A'.repeat(87), auth: example.browserKeys.auth },
  { p256dh: example.browserKeys.p256dh, auth: 'short' },
  { p256dh: `${example.browserKeys.p256dh.slice(0, -4)}AAAA`, auth: example.browserKeys.auth },
])('keys that nothing can be encrypted for are known: %j', (keys) => {
  expect(areBrowserKeys(keys)).toBe(false)
  expect(areBrowserKeys(example.browserKeys)).toBe(true)
})
