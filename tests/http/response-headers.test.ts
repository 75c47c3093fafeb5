import { expect, test } from 'vitest'

import { createSecurityHeaders } from '#server/security-headers.ts'
import { everyKindOfResponse } from '#tests/support/every-kind-of-response.ts'
import { serverUnderTest } from '#tests/support/server-under-test.ts'

const publicUrl = 'https://agency.example'
const server = serverUnderTest({ PUBLIC_URL: publicUrl })

test('every kind of response bears every header; of the admin and the API nothing is stored', async () => {
  const { 'content-security-policy': strict, ...wanted } = createSecurityHeaders({ isHttps: true })
  expect(strict).toMatch(/^default-src 'none'/)
  expect(wanted['strict-transport-security']).toMatch(/^max-age=63072000/)
  for (const { kind, name, response } of await everyKindOfResponse(server().url)) {
    const { headers } = response
    const what = `${kind} ${response.status}: ${name}`
    expect.soft(Object.fromEntries(headers), what).toMatchObject(wanted)
    const policy = headers.get('content-security-policy') ?? ''
    expect.soft(policy, what).toMatch(/^default-src 'none'/)
    expect.soft(policy, what).toMatch(/frame-ancestors 'none'/)
    expect.soft(policy, what).not.toMatch(/script-src[^;]*(unsafe|\*|https?:)/)
    const type = headers.get('content-type') ?? ''
    if ((await response.clone().text()) !== '') expect.soft(type, what).toMatch(/^[a-z]+\/[\w.+-]+/)
    // ASVS V4.1.1.
    if (type.startsWith('text/')) expect.soft(type, what).toMatch(/charset=utf-8/i)
    // ASVS V3.7.2.
    const location = new URL(headers.get('location') ?? '/', publicUrl)
    expect.soft(location.origin, what).toBe(publicUrl)
    if (kind === 'admin' || kind === 'api')
      expect.soft(headers.get('cache-control'), what).toContain('no-store')
  }
})
