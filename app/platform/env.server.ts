import { join } from 'node:path'

import proxyAddr from 'proxy-addr'
import { z } from 'zod'

import { isEmailAddress } from '#app/lib/email-address.ts'
import { mapNames } from '#app/lib/map-names.ts'

import { type ProviderId, providerIds, providers } from './ai-provider-list.ts'

export class EnvError extends Error {
  override name = 'EnvError'
}

const unsetWhenEmpty = (value: unknown) =>
  typeof value === 'string' && value.trim() === ''
    ? undefined
    : typeof value === 'string'
      ? value.trim()
      : value

const optional = <Schema extends z.ZodType>(schema: Schema) => z.preprocess(unsetWhenEmpty, schema.optional())
/** Keeps outer spaces, which belong to a secret. */
const asWritten = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => (unsetWhenEmpty(value) === undefined ? undefined : value), schema.optional())
const withDefault = <Schema extends z.ZodType>(schema: Schema, value: z.input<Schema>) =>
  z.preprocess((given) => unsetWhenEmpty(given) ?? value, schema)

const port = z
  .string()
  .regex(/^\d+$/, 'must be a whole number from 0 to 65535')
  .transform(Number)
  .refine((number) => number <= 65_535, 'must be a whole number from 0 to 65535')
const httpUrl = z.url({ protocol: /^https?$/, error: 'must be an http or https address' })
const email = z.string().refine(isEmailAddress, 'must be an e-mail address')

const origin = httpUrl
  .refine((value) => {
    const url = URL.parse(value)
    return url?.pathname === '/' && !url.search && !url.hash && !url.username
  }, 'must be an origin such as https://example.com, without a path')
  .transform((value) => URL.parse(value)?.origin ?? value)

/** `me@example.com` or `Name <me@example.com>`. */
export const mailbox = z.string().refine((value) => {
  return isEmailAddress(/^[^<>\r\n,]*<([^<>]+)>$/.exec(value)?.[1] ?? value)
}, 'must be one e-mail address, with or without a name before it')

const smtpAddress = z
  .url({ protocol: /^smtps?$/, error: 'must be an smtp:// or smtps:// address' })
  .refine((value) => URL.parse(value)?.hostname, 'must name a host')

/** `imaps://user:password@host/INBOX`. */
const imapAddress = z
  .url({ protocol: /^imaps?$/, error: 'must be an imap:// or imaps:// address' })
  .refine((value) => {
    const url = URL.parse(value)
    return url?.hostname && url.username && url.password && !url.search && !url.hash
  }, 'must have the form imaps://user:password@host/INBOX')
  .transform((value, context) => {
    const url = new URL(value)
    try {
      return {
        host: url.hostname,
        port: url.port === '' ? null : Number(url.port),
        isEncrypted: url.protocol === 'imaps:',
        user: decodeURIComponent(url.username),
        password: decodeURIComponent(url.password),
        folder: decodeURIComponent(url.pathname.slice(1)) || 'INBOX',
      }
    } catch {
      context.addIssue({ code: 'custom', message: 'must have its user and password encoded as in a URL' })
      return z.NEVER
    }
  })

const proxies = z.string().refine((value) => {
  if (/^\d+$/.test(value)) return true
  try {
    proxyAddr.compile(value.split(',').map((part) => part.trim()))
    return true
  } catch {
    return false
  }
}, 'must be a number of hops or a list of addresses, ranges, loopback, linklocal or uniquelocal')

/** `name=value,name=value` with percent-encoded values, as in the OpenTelemetry specification. */
const otlpHeaders = z.string().transform((value, context) => {
  const headers = value.split(',').map((pair) => /^\s*([\w-]+)=(.+)$/.exec(pair)?.slice(1) ?? [])
  try {
    const decoded = headers.map(([name = '', encoded = '']) => [name, decodeURIComponent(encoded)] as const)
    if (decoded.every(([name, text]) => name !== '' && /^[ -~]+$/.test(text)))
      return Object.fromEntries(decoded)
  } catch {
    // Reported below, like every other error.
  }
  context.addIssue({ code: 'custom', message: 'must be name=value pairs, joined by commas' })
  return z.NEVER
})

/** The demo brand's values, which apply until the owner sets others. */
export const starterSite = {
  siteName: 'Lumivox',
  contactEmail: 'hello@lumivox.example',
  socialLinkedin: 'https://www.linkedin.com/company/lumivox',
  socialX: 'https://x.com/lumivox',
  socialInstagram: 'https://www.instagram.com/lumivox',
}

const baseUrlOf = (id: ProviderId) => withDefault(httpUrl, providers[id].baseUrl)
const baseUrls = Object.fromEntries(
  providerIds.map((id) => [providers[id].variable, baseUrlOf(id)]),
) as Record<(typeof providers)[ProviderId]['variable'], ReturnType<typeof baseUrlOf>>

const schema = z
  .object({
    NODE_ENV: withDefault(z.enum(['production', 'development', 'test']), 'development'),
    PORT: withDefault(port, '3000'),
    HOST: withDefault(z.string().min(1), '0.0.0.0'),
    PUBLIC_URL: optional(origin),
    DATA_DIR: withDefault(z.string().min(1), './data'),
    DATABASE_URL: optional(z.url({ protocol: /^postgres(ql)?$/, error: 'must be a postgres:// address' })),
    APP_SECRET: asWritten(z.string().min(32, 'must have at least 32 characters')),
    ADMIN_EMAIL: optional(email),
    ADMIN_PASSWORD: asWritten(
      z.string().min(12, 'must have at least 12 characters').max(128, 'must have at most 128 characters'),
    ),
    SMTP_URL: optional(smtpAddress),
    MAIL_FROM: optional(mailbox),
    IMAP_URL: optional(imapAddress),
    SITE_NAME: withDefault(z.string().min(1).max(80), starterSite.siteName),
    CONTACT_EMAIL: withDefault(email, starterSite.contactEmail),
    SOCIAL_LINKEDIN: withDefault(httpUrl, starterSite.socialLinkedin),
    SOCIAL_X: withDefault(httpUrl, starterSite.socialX),
    SOCIAL_INSTAGRAM: withDefault(httpUrl, starterSite.socialInstagram),
    ...baseUrls,
    S3_BUCKET: optional(z.string().regex(/^[a-z0-9][a-z0-9.-]+$/, 'must be the name of a bucket')),
    S3_REGION: withDefault(z.string().regex(/^[a-z0-9-]+$/, 'must be the name of a region'), 'us-east-1'),
    S3_ENDPOINT: optional(origin),
    S3_ACCESS_KEY_ID: optional(z.string()),
    S3_SECRET_ACCESS_KEY: optional(z.string()),
    BACKUP_DIR: optional(z.string().min(1)),
    BACKUP_PASSPHRASE: asWritten(z.string().min(12, 'must have at least 12 characters')),
    CONTINUOUS_BACKUP: withDefault(z.enum(['auto', 'folder', 'bucket', 'off']), 'auto'),
    INDEXNOW_URL: optional(httpUrl),
    ANALYTICS_ACK: withDefault(z.enum(['buffered', 'stored']), 'buffered'),
    TRUST_PROXY: optional(proxies),
    LIMITS: withDefault(z.enum(['on', 'off']), 'on'),
    OAUTH_BASE_URL: optional(httpUrl),
    FETCH_LOOPBACK: withDefault(z.enum(['on', 'off']), 'off'),
    DEMO_UNTIL: optional(z.iso.datetime('must be a time such as 2026-11-23T15:00:00Z')),
    METRICS_TOKEN: optional(
      z.string().regex(/^[!-~]{16,}$/, 'must have at least 16 ASCII characters, without spaces'),
    ),
    OTEL_EXPORTER_OTLP_ENDPOINT: optional(httpUrl),
    OTEL_EXPORTER_OTLP_HEADERS: optional(otlpHeaders),
    OTEL_SERVICE_NAME: withDefault(z.string().min(1), 'foyer'),
    LOG_LEVEL: withDefault(z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']), 'info'),
  })
  .superRefine((env, context) => {
    const fault = (name: keyof typeof env, message: string) =>
      context.addIssue({ code: 'custom', path: [name], message })
    if (env.DATABASE_URL && !env.APP_SECRET)
      fault('APP_SECRET', 'is required with DATABASE_URL, the same on every instance')
    if (env.ADMIN_EMAIL && !env.ADMIN_PASSWORD) fault('ADMIN_PASSWORD', 'is required with ADMIN_EMAIL')
    if (env.DEMO_UNTIL && !env.ADMIN_EMAIL)
      fault('ADMIN_EMAIL', 'is required with DEMO_UNTIL: the sign-in page shows it')
    if (env.DEMO_UNTIL && env.DATABASE_URL)
      fault('DATABASE_URL', 'cannot be set with DEMO_UNTIL: a demo deletes its data')
    if (env.ADMIN_PASSWORD && !env.ADMIN_EMAIL) fault('ADMIN_EMAIL', 'is required with ADMIN_PASSWORD')
    for (const name of ['S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const)
      if (env.S3_BUCKET && !env[name]) fault(name, 'is required with S3_BUCKET')
    if (env.CONTINUOUS_BACKUP === 'bucket')
      for (const name of ['S3_BUCKET', 'BACKUP_PASSPHRASE'] as const)
        if (!env[name]) fault(name, 'is required with CONTINUOUS_BACKUP=bucket')
    if (env.LIMITS === 'off' && env.PUBLIC_URL?.startsWith('https:'))
      fault('LIMITS', 'cannot be off if PUBLIC_URL is https: the throttles protect a live site')
    if (env.FETCH_LOOPBACK === 'on' && env.PUBLIC_URL?.startsWith('https:'))
      fault('FETCH_LOOPBACK', 'cannot be on if PUBLIC_URL is https: a live site must not read this machine')
  })

export type Env = ReturnType<typeof parseEnv>

/** @throws {EnvError} with one line per invalid variable. Values are never shown, because they may be secrets. */
export function parseEnv(source: Record<string, string | undefined>) {
  const parsed = schema.safeParse(source, { jitless: true })
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`)
    throw new EnvError(lines.join('\n'))
  }
  const env = parsed.data
  const firstOwner =
    env.ADMIN_EMAIL && env.ADMIN_PASSWORD ? { email: env.ADMIN_EMAIL, password: env.ADMIN_PASSWORD } : null
  const publicUrl = env.PUBLIC_URL ?? `http://localhost:${env.PORT}`
  return deepFreeze({
    mode: env.NODE_ENV,
    http: {
      port: env.PORT,
      host: env.HOST,
      publicUrl,
      isHttps: publicUrl.startsWith('https:'),
      trustProxy: env.TRUST_PROXY ?? null,
    },
    dataDir: env.DATA_DIR,
    database: env.DATABASE_URL ? { url: env.DATABASE_URL } : null,
    secret: env.APP_SECRET ?? null,
    firstOwner,
    demo: env.DEMO_UNTIL && firstOwner ? { resetsAt: Date.parse(env.DEMO_UNTIL), owner: firstOwner } : null,
    mail: env.SMTP_URL ? { smtpUrl: env.SMTP_URL } : null,
    mailFrom: env.MAIL_FROM ?? null,
    imap: env.IMAP_URL ?? null,
    site: {
      name: env.SITE_NAME,
      contactEmail: env.CONTACT_EMAIL,
      socialLinkedin: env.SOCIAL_LINKEDIN,
      socialX: env.SOCIAL_X,
      socialInstagram: env.SOCIAL_INSTAGRAM,
    },
    ai: mapNames(providerIds, (id) => ({ baseUrl: env[providers[id].variable] })),
    s3: s3Of(env),
    backup: {
      folder: env.BACKUP_DIR ?? join(env.DATA_DIR, 'backups'),
      passphrase: env.BACKUP_PASSPHRASE ?? null,
      dataDir: env.DATA_DIR,
    },
    continuous: continuousOf(env),
    indexNow: env.INDEXNOW_URL ? { url: env.INDEXNOW_URL } : null,
    analytics: { storesFirst: env.ANALYTICS_ACK === 'stored' },
    limits: env.LIMITS === 'on',
    outbound: { loopback: env.FETCH_LOOPBACK === 'on', oauth: env.OAUTH_BASE_URL ?? null },
    logLevel: env.LOG_LEVEL,
    metrics: env.METRICS_TOKEN ? { token: env.METRICS_TOKEN } : null,
    tracing: env.OTEL_EXPORTER_OTLP_ENDPOINT
      ? {
          endpoint: env.OTEL_EXPORTER_OTLP_ENDPOINT,
          headers: env.OTEL_EXPORTER_OTLP_HEADERS ?? {},
          serviceName: env.OTEL_SERVICE_NAME,
        }
      : null,
  })
}

/** By default, uses BACKUP_DIR if it is set, else the bucket if backups are encrypted. Null if the variables decide nothing. */
function continuousOf(env: z.infer<typeof schema>): 'folder' | 'bucket' | 'off' | null {
  if (env.CONTINUOUS_BACKUP !== 'auto') return env.CONTINUOUS_BACKUP
  if (env.BACKUP_DIR) return 'folder'
  return env.S3_BUCKET && env.BACKUP_PASSPHRASE ? 'bucket' : null
}

function s3Of(env: z.infer<typeof schema>) {
  if (!env.S3_BUCKET || !env.S3_ACCESS_KEY_ID || !env.S3_SECRET_ACCESS_KEY) return null
  return {
    bucket: env.S3_BUCKET,
    region: env.S3_REGION,
    endpoint: env.S3_ENDPOINT ?? `https://s3.${env.S3_REGION}.amazonaws.com`,
    accessKeyId: env.S3_ACCESS_KEY_ID,
    secretAccessKey: env.S3_SECRET_ACCESS_KEY,
  }
}

function deepFreeze<Value extends object>(value: Value): Readonly<Value> {
  for (const inner of Object.values(value)) if (typeof inner === 'object' && inner) deepFreeze(inner)
  return Object.freeze(value)
}
