import fc from 'fast-check'
import { expect, test } from 'vitest'

import { readInbound } from './read-inbound.server.ts'
import { readTnef } from './read-tnef.ts'

/** Made with OpenSSL: a text and a file, signed with one length, and in parts as streams have it. */
const signed =
  'MIICtAYJKoZIhvcNAQcCoIICpTCCAqECAQExDTALBglghkgBZQMEAgEwggEQBgkq' +
  'hkiG9w0BBwGgggEBBIH+Q29udGVudC1UeXBlOiBtdWx0aXBhcnQvbWl4ZWQ7IGJv' +
  'dW5kYXJ5PWINCg0KLS1iDQpDb250ZW50LVR5cGU6IHRleHQvcGxhaW47IGNoYXJz' +
  'ZXQ9dXRmLTgNCkNvbnRlbnQtVHJhbnNmZXItRW5jb2Rpbmc6IDhiaXQNCg0KSSBh' +
  'Y2NlcHQgdGhlIG9mZmVyLg0KLS1iDQpDb250ZW50LVR5cGU6IHRleHQvcGxhaW47' +
  'IG5hbWU9YS50eHQNCkNvbnRlbnQtRGlzcG9zaXRpb246IGF0dGFjaG1lbnQ7IGZp' +
  'bGVuYW1lPWEudHh0DQoNCmZpbGUNCi0tYi0tDQoxggF3MIIBcwIBATAkMAwxCjAI' +
  'BgNVBAMMAUECFFx4jzepm11M0jk9G8Wjfnfh+vkwMAsGCWCGSAFlAwQCAaCB5DAY' +
  'BgkqhkiG9w0BCQMxCwYJKoZIhvcNAQcBMBwGCSqGSIb3DQEJBTEPFw0yNjExMjYy' +
  'MTQwNDdaMC8GCSqGSIb3DQEJBDEiBCAnGiwyQIUO18fbPh78c03R3MGUqBpi+sHm' +
  'z/F9OfPIgTB5BgkqhkiG9w0BCQ8xbDBqMAsGCWCGSAFlAwQBKjALBglghkgBZQME' +
  'ARYwCwYJYIZIAWUDBAECMAoGCCqGSIb3DQMHMA4GCCqGSIb3DQMCAgIAgDANBggq' +
  'hkiG9w0DAgIBQDAHBgUrDgMCBzANBggqhkiG9w0DAgIBKDAKBggqhkjOPQQDAgRI' +
  'MEYCIQCUfOBZ2bsnQnuSRktr/MxSBQ5qppq0jZcu5BVgvqGbOwIhAInfgzo6agiw' +
  'U6IQDKX7K/4nHFwew5J3iYqyaOfvgzxr'
const signedInParts =
  'MIAGCSqGSIb3DQEHAqCAMIACAQExDTALBglghkgBZQMEAgEwgAYJKoZIhvcNAQcB' +
  'oIAkgASB/kNvbnRlbnQtVHlwZTogbXVsdGlwYXJ0L21peGVkOyBib3VuZGFyeT1i' +
  'DQoNCi0tYg0KQ29udGVudC1UeXBlOiB0ZXh0L3BsYWluOyBjaGFyc2V0PXV0Zi04' +
  'DQpDb250ZW50LVRyYW5zZmVyLUVuY29kaW5nOiA4Yml0DQoNCkkgYWNjZXB0IHRo' +
  'ZSBvZmZlci4NCi0tYg0KQ29udGVudC1UeXBlOiB0ZXh0L3BsYWluOyBuYW1lPWEu' +
  'dHh0DQpDb250ZW50LURpc3Bvc2l0aW9uOiBhdHRhY2htZW50OyBmaWxlbmFtZT1h' +
  'LnR4dA0KDQpmaWxlDQotLWItLQ0KAAAAAAAAMYIBdzCCAXMCAQEwJDAMMQowCAYD' +
  'VQQDDAFBAhRceI83qZtdTNI5PRvFo3534fr5MDALBglghkgBZQMEAgGggeQwGAYJ' +
  'KoZIhvcNAQkDMQsGCSqGSIb3DQEHATAcBgkqhkiG9w0BCQUxDxcNMjYxMTI2MjE0' +
  'MDQ3WjAvBgkqhkiG9w0BCQQxIgQgJxosMkCFDtfH2z4e/HNN0dzBlKgaYvrB5s/x' +
  'fTnzyIEweQYJKoZIhvcNAQkPMWwwajALBglghkgBZQMEASowCwYJYIZIAWUDBAEW' +
  'MAsGCWCGSAFlAwQBAjAKBggqhkiG9w0DBzAOBggqhkiG9w0DAgICAIAwDQYIKoZI' +
  'hvcNAwICAUAwBwYFKw4DAgcwDQYIKoZIhvcNAwICASgwCgYIKoZIzj0EAwIESDBG' +
  'AiEAxHBlqjVFu8i3mQT2cqUDHbok2XyTqDrOwaJhYhv9hD8CIQCY3v22eVn2Q27n' +
  'eSl4ETo5/S7XXgb+WbOCB3QROKCHmgAAAAAAAA=='
const encrypted =
  'MIICgwYJKoZIhvcNAQcDoIICdDCCAnACAQAxggFAMIIBPAIBADAkMAwxCjAIBgNV' +
  'BAMMAUECFBBSKCuMZY1xbUoaOWkJtu8bFFzNMA0GCSqGSIb3DQEBAQUABIIBAIQg' +
  '+Gb+t6oqwAkvSkc/cIKj6S8SL9upoO0T7TeRBcaHu1ZHGKwRB0mbsv7MHhqV76Lq' +
  'U4eRECXmhDms4wpmqrUQEcVTbpnBXXXmqsCOgghfm3wKsLUr+bybl6XViTydO+aP' +
  '42cPQRthPhN1Sdp4PNn6LBQpWwRujlNmTFRTc5b2W+YZ8doYWEBxT8cxqW1pGiUv' +
  'rKUuTAOmLCi/jz50Vouv7kdRWHrrx3xumlvifnc7b+qLD+o/pzRoG3lJWQjj+9YY' +
  'QIvmXZ879SypZYR1OWyPguRxr+uPlOOlcgwJTr/A5wHKBJaao2DjogWjU40qGx1o' +
  'Eftzehjb5Hp8wEjCt/UwggElBgkqhkiG9w0BBwEwFAYIKoZIhvcNAwcECHdWl6/b' +
  'mv9AgIIBACec9bNH8Kgv36EDE125+C5sHZy7l1iC8Fo53eL+ASPr0Hpr125V5rup' +
  'IA2GlDNsKPqMatylrfQA17Wvsj6vhH+t8LUOJxil66+B3qzR4knS5gHFkeir/reA' +
  'BC3u941wKl2U3o8hADoaHpyoeLY+HqpRSJy9sxfRwppL51ZamzdsOG79MrOb2LM0' +
  'OLgMQ3LUmFa9tWasA0MNs1Y8NgGhdxlUArXn8fe49KswOB2V2JInMMsBrCgoWix/' +
  '4uBvcpo6Zq7IobOlTmC6ySs5npc/aqkpW0MptGiymSKHDutKyV0vhSpIzhBAplEJ' +
  '6vqrtd529y3NgCGTerCxSVyL17Eqyoc='

const mailOf = (headers: string, body: string) =>
  Buffer.from(`From: a@b.example\r\nSubject: Offer\r\nMIME-Version: 1.0\r\n${headers}\r\n\r\n${body}\r\n`)
const base64 = (type: string, body: string, name = 'smime.p7m') =>
  mailOf(`Content-Type: ${type}; name="${name}"\r\nContent-Transfer-Encoding: base64`, body)
const multipart = (type: string, ...parts: string[]) =>
  mailOf(
    `Content-Type: multipart/${type}; boundary=b`,
    [...parts.map((part) => `--b\r\n${part}`), '--b--'].join('\r\n'),
  )
const attachmentsOf = async (bytes: Uint8Array) =>
  (await readInbound({ bytes })).attachments.map(({ name, type, bytes: { length } }) => ({
    name,
    type,
    length,
  }))

test.each([
  ['one length', signed],
  ['parts', signedInParts],
])('a mail within its signature of %s is read', async (_, body) => {
  const bytes = base64('application/pkcs7-mime; smime-type=signed-data', body)
  expect(await readInbound({ bytes })).toMatchObject({ text: 'I accept the offer.', subject: 'Offer' })
  expect(await attachmentsOf(bytes)).toEqual([{ name: 'a.txt', type: 'text/plain', length: 5 }])
})

test.each([
  ['application/pkcs7-signature; name=smime.p7s', 'S/MIME'],
  ['application/pgp-signature; name=signature.asc', 'PGP'],
])('a mail beside its signature of %s is read, and the signature is no file of it', async (type) => {
  const bytes = multipart(
    'signed',
    'Content-Type: text/plain\r\n\r\nYes.',
    `Content-Type: ${type}\r\nContent-Transfer-Encoding: base64\r\n\r\nAAAA`,
  )
  expect(await readInbound({ bytes })).toMatchObject({ text: 'Yes.', attachments: [] })
})

test('only what was signed within a text is shown', async () => {
  const text =
    '-----BEGIN PGP SIGNED MESSAGE-----\r\nHash: SHA256\r\n\r\nYes.\r\n- - One\r\n-----BEGIN PGP SIGNATURE-----\r\n\r\nAAAA\r\n-----END PGP SIGNATURE-----'
  expect((await readInbound({ bytes: mailOf('Content-Type: text/plain', text) })).text).toBe('Yes.\n- One')
})

test('a document that is signed is a file of the mail like any other', async () => {
  const file = (name: string) =>
    `Content-Type: application/pkcs7-mime; name="${name}"\r\nContent-Disposition: attachment; filename="${name}"\r\nContent-Transfer-Encoding: base64\r\n\r\n${signed}`
  const text = 'Content-Type: text/plain\r\n\r\nThe contract.'
  for (const name of ['contract.pdf.p7m', 'smime.p7m']) {
    const bytes = multipart('mixed', text, file(name))
    expect((await readInbound({ bytes })).text).toBe('The contract.')
    expect(await attachmentsOf(bytes)).toMatchObject([{ name }])
  }
  const alone = multipart('mixed', file('contract.pdf.p7m'))
  expect((await readInbound({ bytes: alone })).text).toBe('')
  expect(await attachmentsOf(alone)).toMatchObject([{ name: 'contract.pdf.p7m' }])
})

test('a seal that cannot be opened is told, and its original kept', async () => {
  const bytes = base64('application/pkcs7-mime; smime-type=signed-data', signed.slice(0, 200))
  expect((await readInbound({ bytes })).text).toContain('cannot be read here')
  expect(await attachmentsOf(bytes)).toMatchObject([{ name: 'smime.p7m' }])
})

test('an encrypted mail says so and keeps its original', async () => {
  const sentence = 'This mail is encrypted. Open it in the mailbox.'
  const smime = base64('application/pkcs7-mime; smime-type=enveloped-data', encrypted)
  expect((await readInbound({ bytes: smime })).text).toBe(sentence)
  expect(await attachmentsOf(smime)).toMatchObject([{ name: 'smime.p7m' }])
  const pgp = multipart(
    'encrypted; protocol="application/pgp-encrypted"',
    'Content-Type: application/pgp-encrypted\r\n\r\nVersion: 1',
    'Content-Type: application/octet-stream; name=encrypted.asc\r\n\r\n-----BEGIN PGP MESSAGE-----',
  )
  expect((await readInbound({ bytes: pgp })).text).toBe(sentence)
  const inText = mailOf('Content-Type: text/plain', '-----BEGIN PGP MESSAGE-----\r\n\r\nAAAA')
  expect((await readInbound({ bytes: inText })).text).toContain(sentence)
})

const attribute = (level: number, id: number, data: Uint8Array) => {
  const head = Buffer.alloc(9)
  head.writeUInt8(level, 0)
  head.writeUInt32LE(id, 1)
  head.writeUInt32LE(data.length, 5)
  return Buffer.concat([head, data, Buffer.alloc(2)])
}
const property = (type: number, id: number, value: Uint8Array) => {
  const head = Buffer.alloc(12)
  head.writeUInt16LE(type, 0)
  head.writeUInt16LE(id, 2)
  head.writeUInt32LE(1, 4)
  head.writeUInt32LE(value.length, 8)
  return Buffer.concat([head, value, Buffer.alloc((4 - (value.length % 4)) % 4)])
}
const propertiesOf = (...all: Uint8Array[]) =>
  Buffer.concat([Buffer.from(Uint32Array.of(all.length).buffer), ...all])
const tnefOf = (...all: Uint8Array[]) =>
  Buffer.concat([Buffer.from('789f3e22', 'hex'), Buffer.alloc(2), ...all])

const RTF = String.raw`{\rtf1\ansi\ansicpg1252\fromhtml1 \deff0{\fonttbl{\f0 Arial;}}{\*\htmltag64 <p>}\htmlrtf{\htmlrtf0 Gr\'fc\'dfe \u8364? & {\*\htmltag84 <b>}mehr{\*\htmltag92 </b>}{\*\htmltag72 </p>}}`
const rtf = Buffer.concat([
  Buffer.from('0000000000000000', 'hex'),
  Buffer.from('4d454c4100000000', 'hex'),
  Buffer.from(RTF),
])
const winmail = tnefOf(
  attribute(1, 0x00069003, propertiesOf(property(0x0102, 0x1009, rtf))),
  attribute(2, 0x00069002, Buffer.alloc(14)),
  attribute(2, 0x00018010, Buffer.from('PLAN~1.TXT\0')),
  attribute(2, 0x0006800f, Buffer.from('file')),
  attribute(2, 0x00069005, propertiesOf(property(0x001f, 0x3707, Buffer.from('Plän.txt\0', 'utf16le')))),
)

test('what winmail.dat holds is the mail’s own: its text and its files', async () => {
  const bytes = base64('application/ms-tnef', winmail.toString('base64'), 'winmail.dat')
  expect((await readInbound({ bytes })).text).toBe('Grüße € & mehr')
  expect(await attachmentsOf(bytes)).toEqual([
    { name: 'Plän.txt', type: 'application/octet-stream', length: 4 },
  ])
  const withText = multipart(
    'mixed',
    'Content-Type: text/plain\r\n\r\nYes.',
    `Content-Type: application/octet-stream; name=winmail.dat\r\nContent-Transfer-Encoding: base64\r\n\r\n${winmail.toString('base64')}`,
  )
  expect((await readInbound({ bytes: withText })).text).toBe('Yes.')
  expect(await attachmentsOf(withText)).toMatchObject([{ name: 'Plän.txt' }])
})

test('a winmail.dat in which nothing can be read stays a file of the mail', async () => {
  const bytes = base64(
    'application/ms-tnef',
    tnefOf(Buffer.from('damaged')).toString('base64'),
    'winmail.dat',
  )
  expect(await attachmentsOf(bytes)).toMatchObject([{ name: 'winmail.dat' }])
})

test('no damage makes a mail unreadable', async () => {
  const seals = fc.constantFrom(
    ['application/pkcs7-mime', Buffer.from(signedInParts, 'base64')] as const,
    ['application/ms-tnef', winmail] as const,
  )
  const changes = fc.array(fc.tuple(fc.nat(1200), fc.nat(255)), { maxLength: 6 })
  await fc.assert(
    fc.asyncProperty(seals, changes, fc.nat(1200), async ([type, whole], changed, length) => {
      const bytes = Buffer.from(whole.subarray(0, Math.max(20, length)))
      for (const [at, value] of changed) if (at < bytes.length) bytes[at] = value
      expect((await readInbound({ bytes: base64(type, bytes.toString('base64')) })).subject).toBe('Offer')
    }),
    { numRuns: 200 },
  )
})

test('lengths and counts that lie cost no time', () => {
  const lying = propertiesOf(property(0x101f, 0x3707, Buffer.alloc(4)))
  lying.writeUInt32LE(0xffffffff, 0)
  lying.writeUInt32LE(0xffffffff, 8)
  expect(readTnef(tnefOf(attribute(1, 0x00069003, lying)))).toEqual({ text: '', html: '', attachments: [] })
  const many = tnefOf(...Array.from({ length: 5000 }, () => attribute(2, 0x00069002, Buffer.alloc(0))))
  expect(readTnef(many).attachments).toEqual([])
})
