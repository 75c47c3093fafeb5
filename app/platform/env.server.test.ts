import { expect, test } from 'vitest'

import { mapNames } from '#app/lib/map-names.ts'

import { providerIds, providers } from './ai-provider-list.ts'
import { EnvError, parseEnv } from './env.server.ts'

function refusalOf(source: Record<string, string>): string {
  try {
    parseEnv(source)
  } catch (error) {
    if (error instanceof EnvError) return error.message
    throw error
  }
  return ''
}

const secret = 'a secret of thirty-two characters'
const defaults = {
  mode: 'development',
  http: {
    port: 3000,
    host: '0.0.0.0',
    publicUrl: 'http://localhost:3000',
    isHttps: false,
    trustProxy: null,
  },
  dataDir: './data',
  database: null,
  secret: null,
  firstOwner: null,
  demo: null,
  mail: null,
  mailFrom: null,
  imap: null,
  site: {
    name: 'Lumivox',
    contactEmail: 'hello@lumivox.example',
    socialLinkedin: 'https://www.linkedin.com/company/lumivox',
    socialX: 'https://x.com/lumivox',
    socialInstagram: 'https://www.instagram.com/lumivox',
  },
  ai: mapNames(providerIds, (id) => ({ baseUrl: providers[id].baseUrl })),
  s3: null,
  continuous: null,
  backup: { folder: 'data/backups', passphrase: null, dataDir: './data' },
  indexNow: null,
  analytics: { storesFirst: false },
  limits: true,
  outbound: { loopback: false, oauth: null },
  logLevel: 'info',
  metrics: null,
  tracing: null,
}

const everyVariable = {
  NODE_ENV: 'production',
  PORT: '8080',
  HOST: '127.0.0.1',
  PUBLIC_URL: 'https://agency.example/',
  DATA_DIR: '/var/lib/site',
  DATABASE_URL: 'postgres://site:pass@db.example/site',
  APP_SECRET: secret,
  ADMIN_EMAIL: 'boss@agency.example',
  ADMIN_PASSWORD: 'a long enough phrase',
  SMTP_URL: 'smtps://u:p@mail.example:465',
  MAIL_FROM: 'Agency <hello@agency.example>',
  IMAP_URL: 'imaps://hello%40agency.example:p%2Fw@imap.example:1993/INBOX',
  SITE_NAME: 'Agency',
  CONTACT_EMAIL: 'hello@agency.example',
  SOCIAL_LINKEDIN: 'https://linkedin.example/a',
  SOCIAL_X: 'https://x.example/a',
  SOCIAL_INSTAGRAM: 'https://instagram.example/a',
  ...Object.fromEntries(providerIds.map((id) => [providers[id].variable, `http://127.0.0.1:1/${id}`])),
  S3_BUCKET: 'pictures',
  S3_REGION: 'eu-central-1',
  S3_ENDPOINT: 'https://s3.example/',
  S3_ACCESS_KEY_ID: 'AKIDEXAMPLE',
  S3_SECRET_ACCESS_KEY: 'bucket-secret',
  BACKUP_DIR: '/var/backups/site',
  BACKUP_PASSPHRASE: 'a phrase for backups',
  CONTINUOUS_BACKUP: 'bucket',
  INDEXNOW_URL: 'https://api.indexnow.org/indexnow',
  ANALYTICS_ACK: 'stored',
  TRUST_PROXY: 'loopback, 10.0.0.0/8',
  LIMITS: 'on',
  FETCH_LOOPBACK: 'off',
  LOG_LEVEL: 'warn',
  METRICS_TOKEN: 'sixteen-letters!',
  OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318',
  OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20a=b,x-team=web',
  OTEL_SERVICE_NAME: 'agency',
}

test('nothing needs to be set', () => {
  expect(parseEnv({})).toEqual(defaults)
})

test('an empty or blank variable is as if unset', () => {
  const names = Object.keys(everyVariable)
  expect(parseEnv(Object.fromEntries(names.map((name) => [name, ''])))).toEqual(defaults)
  expect(parseEnv(Object.fromEntries(names.map((name) => [name, ' \t'])))).toEqual(defaults)
})

test('every variable is read into its group', () => {
  expect(parseEnv(everyVariable)).toEqual({
    mode: 'production',
    http: {
      port: 8080,
      host: '127.0.0.1',
      publicUrl: 'https://agency.example',
      isHttps: true,
      trustProxy: 'loopback, 10.0.0.0/8',
    },
    dataDir: '/var/lib/site',
    database: { url: 'postgres://site:pass@db.example/site' },
    secret,
    demo: null,
    firstOwner: { email: 'boss@agency.example', password: 'a long enough phrase' },
    mail: { smtpUrl: 'smtps://u:p@mail.example:465' },
    mailFrom: 'Agency <hello@agency.example>',
    imap: {
      host: 'imap.example',
      port: 1993,
      isEncrypted: true,
      user: 'hello@agency.example',
      password: 'p/w',
      folder: 'INBOX',
    },
    site: {
      name: 'Agency',
      contactEmail: 'hello@agency.example',
      socialLinkedin: 'https://linkedin.example/a',
      socialX: 'https://x.example/a',
      socialInstagram: 'https://instagram.example/a',
    },
    ai: mapNames(providerIds, (id) => ({ baseUrl: `http://127.0.0.1:1/${id}` })),
    s3: {
      bucket: 'pictures',
      region: 'eu-central-1',
      endpoint: 'https://s3.example',
      accessKeyId: 'AKIDEXAMPLE',
      secretAccessKey: 'bucket-secret',
    },
    backup: { folder: '/var/backups/site', passphrase: 'a phrase for backups', dataDir: '/var/lib/site' },
    continuous: 'bucket',
    indexNow: { url: 'https://api.indexnow.org/indexnow' },
    analytics: { storesFirst: true },
    limits: true,
    outbound: { loopback: false, oauth: null },
    logLevel: 'warn',
    metrics: { token: 'sixteen-letters!' },
    tracing: {
      endpoint: 'http://collector:4318',
      headers: { authorization: 'Bearer a=b', 'x-team': 'web' },
      serviceName: 'agency',
    },
  })
})

test('the public address follows the port', () => {
  expect(parseEnv({ PORT: '8080' }).http.publicUrl).toBe('http://localhost:8080')
})

test.each([
  ['NODE_ENV', 'staging'],
  ['PORT', '65536'],
  ['PORT', '-1'],
  ['PORT', '3e3'],
  ['PUBLIC_URL', 'ftp://agency.example'],
  ['PUBLIC_URL', 'https://agency.example/site'],
  ['PUBLIC_URL', 'https://agency.example/?a'],
  ['PUBLIC_URL', 'https://agency.example/#a'],
  ['PUBLIC_URL', 'https://user@agency.example'],
  ['DATABASE_URL', 'mysql://db.example/site'],
  ['APP_SECRET', 'x'.repeat(31)],
  ['ADMIN_EMAIL', 'boss'],
  ['ADMIN_PASSWORD', 'x'.repeat(11)],
  ['ADMIN_PASSWORD', 'x'.repeat(129)],
  ['SMTP_URL', 'https://mail.example'],
  ['IMAP_URL', 'https://u:p@imap.example/INBOX'],
  ['IMAP_URL', 'imaps://imap.example/INBOX'],
  ['IMAP_URL', 'imaps://u:p%ff@imap.example/INBOX'],
  ['MAIL_FROM', 'Agency'],
  ['MAIL_FROM', 'Agency\r\nBcc: a@b.example <a@b.example>'],
  ['SITE_NAME', 'x'.repeat(81)],
  ['CONTACT_EMAIL', 'hello'],
  ['SOCIAL_LINKEDIN', 'javascript:alert(1)'],
  ['SOCIAL_X', 'x'],
  ['SOCIAL_INSTAGRAM', 'x'],
  ['OPENAI_BASE_URL', 'file:///etc/passwd'],
  ...providerIds.map((id): [string, string] => [providers[id].variable, 'x']),
  ['S3_BUCKET', 'Two words'],
  ['S3_REGION', 'EU!'],
  ['S3_ENDPOINT', 'https://s3.example/bucket'],
  ['INDEXNOW_URL', 'ftp://x'],
  ['TRUST_PROXY', 'everyone!'],
  ['LIMITS', 'no'],
  ['FETCH_LOOPBACK', 'yes'],
  ['LOG_LEVEL', 'loud'],
  ['METRICS_TOKEN', 'too-short'],
  ['METRICS_TOKEN', 'with a blank in the middle'],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318'],
  ['OTEL_EXPORTER_OTLP_HEADERS', 'no-value'],
  ['OTEL_EXPORTER_OTLP_HEADERS', 'name=%E0%A4%A'],
  ['OTEL_EXPORTER_OTLP_HEADERS', 'name=%0Aother'],
])('a bad %s is refused with a line that names it and does not echo it (%#)', (name, value) => {
  const [line, ...others] = refusalOf({ ...everyVariable, [name]: value }).split('\n')
  expect(line?.startsWith(`${name} `)).toBe(true)
  expect(others).toEqual([])
  if (value.length > 3) expect(line).not.toContain(value)
})

test('several bad variables have a line each', () => {
  const lines = refusalOf({ PORT: 'x', APP_SECRET: 'x', LIMITS: 'x' }).split('\n')
  expect(lines.map((line) => line.split(' ', 1)[0])).toEqual(['PORT', 'APP_SECRET', 'LIMITS'])
})

test('a secret is never echoed', () => {
  const refusal = refusalOf({
    APP_SECRET: 'hush-secret',
    ADMIN_PASSWORD: 'hush-pass',
    DATABASE_URL: 'mysql://u:hush@h',
    SMTP_URL: 'http://u:hush@h',
  })
  for (const name of ['APP_SECRET', 'ADMIN_PASSWORD', 'DATABASE_URL', 'SMTP_URL'])
    expect(refusal).toContain(`${name} must`)
  expect(refusal).not.toContain('hush')
})

test('variables that need one another name the missing one', () => {
  const database = { DATABASE_URL: 'postgresql://db.example/site' }
  expect(refusalOf(database)).toMatch(/^APP_SECRET is required with DATABASE_URL/)
  expect(refusalOf({ ...database, APP_SECRET: secret })).toBe('')
  expect(refusalOf({ ADMIN_EMAIL: 'boss@agency.example' })).toMatch(/^ADMIN_PASSWORD is required/)
  expect(refusalOf({ ADMIN_PASSWORD: 'a long enough phrase' })).toMatch(/^ADMIN_EMAIL is required/)
  expect(refusalOf({ S3_BUCKET: 'pictures', S3_ACCESS_KEY_ID: 'id' })).toMatch(
    /^S3_SECRET_ACCESS_KEY is required/,
  )
})

test('the limits cannot be lifted on a live site', () => {
  expect(refusalOf({ LIMITS: 'off', PUBLIC_URL: 'HTTPS://Agency.example' })).toMatch(/^LIMITS cannot be off/)
  expect(parseEnv({ LIMITS: 'off', PUBLIC_URL: 'http://agency.example' }).limits).toBe(false)
})

test('a live site cannot be made to read its own machine', () => {
  const live = { FETCH_LOOPBACK: 'on', PUBLIC_URL: 'https://agency.example' }
  expect(refusalOf(live)).toMatch(/^FETCH_LOOPBACK cannot be on/)
  expect(parseEnv({ FETCH_LOOPBACK: 'on' }).outbound).toEqual({ loopback: true, oauth: null })
})

test('what was read cannot be changed', () => {
  const env = parseEnv(everyVariable)
  const groups = [env, env.http, env.database, env.firstOwner, env.mail, env.site, env.ai, env.ai.openai]
  for (const group of groups) expect(Object.isFrozen(group)).toBe(true)
})

test('changes are shipped to a folder that was named, else to a bucket if encrypted, else nowhere', () => {
  const bucket = { S3_BUCKET: 'b-1', S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'key' }
  const encrypted = { ...bucket, BACKUP_PASSPHRASE: 'a phrase for backups' }
  expect(parseEnv({ ...encrypted, BACKUP_DIR: '/mnt' }).continuous).toBe('folder')
  expect(parseEnv(encrypted).continuous).toBe('bucket')
  expect(parseEnv(bucket).continuous).toBeNull()
  expect(parseEnv({ BACKUP_DIR: '/mnt', CONTINUOUS_BACKUP: 'off' }).continuous).toBe('off')
  expect(() => parseEnv({ ...bucket, CONTINUOUS_BACKUP: 'bucket' })).toThrow(
    'BACKUP_PASSPHRASE is required with CONTINUOUS_BACKUP=bucket',
  )
})

test('a demo has an owner whose sign-in it shows, and a database that it may throw away', () => {
  const DEMO_UNTIL = '2026-11-23T15:00:00Z'
  const owner = { ADMIN_EMAIL: 'boss@agency.example', ADMIN_PASSWORD: 'a long enough phrase' }
  expect(parseEnv({ DEMO_UNTIL, ...owner }).demo).toEqual({
    resetsAt: Date.UTC(2026, 10, 23, 15),
    owner: { email: 'boss@agency.example', password: 'a long enough phrase' },
  })
  expect(refusalOf({ DEMO_UNTIL })).toMatch(/^ADMIN_EMAIL is required/)
  expect(refusalOf({ DEMO_UNTIL: 'three o’clock', ...owner })).toMatch(/^DEMO_UNTIL must be a time/)
  const DATABASE_URL = 'postgres://site:pass@db.example/site'
  expect(refusalOf({ DEMO_UNTIL, ...owner, DATABASE_URL, APP_SECRET: secret })).toMatch(
    /^DATABASE_URL cannot be set/,
  )
})
