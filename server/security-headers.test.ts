import { expect, test } from 'vitest'

import { completedPolicy, createSecurityHeaders, noncePolicy } from './security-headers.ts'

function directives(policy: string | undefined): Record<string, string> {
  return Object.fromEntries(
    (policy ?? '').split('; ').map((directive) => {
      const [name = '', ...sources] = directive.split(' ')
      return [name, sources.join(' ')]
    }),
  )
}

test('every header of the list is there, whatever the address', () => {
  for (const isHttps of [false, true])
    expect(createSecurityHeaders({ isHttps })).toMatchObject({
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'permissions-policy': expect.stringMatching(/camera=\(\).*microphone=\(\)/),
      'referrer-policy': 'strict-origin-when-cross-origin',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
    })
})

test('https is held to for two years, and only promised where it is', () => {
  const promise = 'strict-transport-security'
  expect(createSecurityHeaders({ isHttps: true })[promise]).toBe('max-age=63072000; includeSubDomains')
  expect(createSecurityHeaders({ isHttps: false })).not.toHaveProperty(promise)
})

test('shared pages may run and load only what is their own, nothing inline', () => {
  const policy = directives(createSecurityHeaders({ isHttps: true })['content-security-policy'])
  expect(policy).toEqual({
    'default-src': "'none'",
    'base-uri': "'none'",
    'connect-src': "'self'",
    'font-src': "'self'",
    'form-action': "'self'",
    'frame-ancestors': "'none'",
    'img-src': "'self' data:",
    'manifest-src': "'self'",
    'media-src': "'self' https:",
    'script-src': "'self'",
    'style-src': "'self'",
  })
})

test('a page with a nonce runs the scripts that bear it and no other inline script', () => {
  const policy = directives(noncePolicy('bm9uY2U='))
  expect(policy).toMatchObject({
    'default-src': "'none'",
    'base-uri': "'none'",
    'form-action': "'self'",
    'frame-ancestors': "'none'",
    'script-src': "'self' 'nonce-bm9uY2U='",
    'style-src-elem': "'self' 'nonce-bm9uY2U='",
    'style-src-attr': "'unsafe-inline'",
  })
  expect(policy).not.toHaveProperty('style-src')
})

test('the headers cannot be changed for one response', () => {
  expect(Object.isFrozen(createSecurityHeaders({ isHttps: true }))).toBe(true)
})

test('a file’s own policy lets it be framed by nobody, whatever it leaves out', () => {
  expect(directives(completedPolicy("default-src 'none'; sandbox"))).toEqual({
    'default-src': "'none'",
    sandbox: '',
    'base-uri': "'none'",
    'form-action': "'none'",
    'frame-ancestors': "'none'",
  })
  const whole = completedPolicy("default-src 'none'; form-action 'self'")
  expect(directives(whole)).toMatchObject({ 'form-action': "'self'", 'base-uri': "'none'" })
})
