import fc from 'fast-check'
import { expect, test } from 'vitest'

import { answerDigest } from './digest-login.ts'

const mufasa = { user: 'Mufasa', password: 'Circle of Life' }
const asked = { method: 'GET', url: 'http://www.example.org/dir/index.html' }
const NONCE = '7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v'
const CNONCE = 'f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ'
const challenge = (algorithm: string) =>
  `Digest realm="http-auth@example.org", qop="auth, auth-int", algorithm=${algorithm}, nonce="${NONCE}", opaque="FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS"`

/** The examples of RFC 7616, section 3.9.1, and of RFC 2617, section 3.5. */
test.each([
  ['MD5', '8ca523f5e9506fed4657c9700eebdbec'],
  ['SHA-256', '753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1'],
])('the standard’s example with %s is answered as it says', (algorithm, response) => {
  const answer = answerDigest(challenge(algorithm), mufasa, asked, CNONCE)
  expect(answer).toContain(`response="${response}"`)
  expect(answer).toContain(`uri="/dir/index.html", `)
  expect(answer).toContain(
    `algorithm=${algorithm}, opaque="FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS", qop=auth, nc=00000001`,
  )
})

test('the older standard’s example is answered as it says', () => {
  const header =
    'Digest realm="testrealm@host.com", qop="auth,auth-int", nonce="dcd98b7102dd2f0e8b11d0f600bfb0c093", opaque="5ccc069c403ebaf9f0171e9517f40e41"'
  const account = { user: 'Mufasa', password: 'Circle Of Life' }
  expect(answerDigest(header, account, asked, '0a4f113b')).toContain(
    'response="6629fae49393a05397450978507c4ef1"',
  )
})

test.each([
  [
    'both in one header, the better one last',
    `${challenge('MD5')}, ${challenge('SHA-256')}`,
    /algorithm=SHA-256/,
  ],
  ['Basic before it', `Basic realm="a, b", charset="UTF-8", ${challenge('MD5')}`, /algorithm=MD5/],
  ['Basic without anything before it', `Basic, ${challenge('MD5')}`, /algorithm=MD5/],
  [
    'Baïkal’s',
    'Digest realm="BaikalDAV",qop="auth",nonce="6565d0a1b2c3d",opaque="df58bdff8cf60599c939187d0b5c54de"',
    /^Digest username="Mufasa", realm="BaikalDAV", nonce="6565d0a1b2c3d", .* qop=auth, nc=/,
  ],
  [
    'no quality',
    'Digest realm=r, nonce=n',
    /^Digest username="Mufasa", realm="r", nonce="n", uri="[^"]+", response="[0-9a-f]{32}"$/,
  ],
  ['an escaped quote', 'Digest realm="a \\"b\\"", nonce="n", qop=auth', /realm="a \\"b\\""/],
  ['a session', challenge('MD5-sess'), /algorithm=MD5-sess.*cnonce=/],
  [
    'a hidden name',
    `${challenge('SHA-256')}, userhash=true`,
    /^Digest username="[0-9a-f]{64}".*userhash=true$/,
  ],
  ['a body that counts', 'Digest realm="r", nonce="n", qop="auth-int"', /qop=auth-int/],
])('with %s it signs in', (_, header, expected) => {
  expect(answerDigest(header, mufasa, asked, CNONCE)).toMatch(expected)
})

test.each([
  'Basic realm="a"',
  'Negotiate',
  '',
  'Digest realm="a"',
  'Digest nonce="n", algorithm=MD7',
  'Digest nonce="n", qop="x"',
])('%j is not answered', (header) => {
  expect(answerDigest(header, mufasa, asked)).toBeNull()
})

test('no header costs time or throws', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      answerDigest(`Digest nonce="n", ${text}`, mufasa, asked)
    }),
  )
  expect(answerDigest('a="'.repeat(100_000), mufasa, asked)).toBeNull()
})
