import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'

import { onTestFinished } from 'vitest'

import { visitorTools } from '#app/actions/visitor-tools.server.ts'
import { tellWebhooks } from '#app/actions/webhooks/tell-webhooks.server.ts'
import { createEventRecorder } from '#app/features/analytics/collect/event-outbox.server.ts'
import { embedder } from '#app/features/ai/embeddings/embedder.server.ts'
import { readServiceNames, readWording } from '#app/features/content/site-content.server.ts'
import { createSiteIdentity } from '#app/features/site/settings/site-identity.server.ts'
import { notify } from '#app/features/notices/notify.server.ts'
import { readLegalTexts } from '#app/features/content/legal-texts.server.ts'
import { emailTemplates } from '#app/process/jobs.server.ts'
import { createAdmission } from '#app/platform/admission/admission.server.ts'
import type { Clock } from '#app/platform/clock.ts'
import { type Actor, createProcessState, type Ctx, siteAssistant } from '#app/platform/context.server.ts'
import { createSigner } from '#app/platform/crypto/signer.server.ts'
import { createVault } from '#app/platform/crypto/vault.server.ts'
import type { Engine } from '#app/platform/db/engine.server.ts'
import { migrate } from '#app/platform/db/migrate.server.ts'
import { openDatabase } from '#app/platform/db/open-database.server.ts'
import { createMailConnections } from '#app/platform/email/mail-connections.server.ts'
import type { MailTransport } from '#app/platform/email/mail-transport.server.ts'
import { type Env, parseEnv } from '#app/platform/env.server.ts'
import { createFolderStore } from '#app/platform/files/folder-store.server.ts'
import { createLog } from '#app/platform/log.server.ts'
import { productTexts } from '#app/features/site/wording/catalogue.ts'
import { createPool } from '#app/platform/pool/pool.server.ts'
import { openSignals } from '#app/platform/signals/open-signals.server.ts'
import { readTranslation } from '#app/languages/read-translation.server.ts'
import { poolProgram } from '#app/process/runtime.server.ts'
import { readSoftwareFacts } from '#app/process/software-facts.server.ts'

import { takeMigratedDatabase } from './pooled-database.ts'

export type TestClock = Clock & { advance(milliseconds: number): void }

export type TestCtx = Ctx & { clock: TestClock; logged: string[] }

/** Shared by all tests of a worker, so that each process starts only once. */
const pool = createPool(poolProgram)

const START = Date.UTC(2026, 10, 21, 12)

export const testSecret = 'a secret for tests, of 32 characters or more'

/** Creates a context over a fresh, migrated database of the engine under test; its clock moves only on demand. */
export async function createTestCtx(
  overrides: Partial<Omit<Ctx, 'db' | 'engine' | 'clock' | 'log' | 'signals' | 'mail'>> & {
    env?: Record<string, string>
    mail?: MailTransport
  } = {},
): Promise<TestCtx> {
  const { env: variables, mail, ...rest } = overrides
  const database = await takeMigratedDatabase()
  const env = parseEnv({ NODE_ENV: 'test', APP_SECRET: testSecret, ...database.env, ...variables })
  const engine = (await openOwn(env, variables)) ?? database.engine
  const logged: string[] = []
  const uploads = join(tmpdir(), `foyer-uploads-${randomUUID()}`)
  const log = createLog({ level: 'debug', destination: collect(logged) })
  const signals = await openSignals(env, log)
  const vault = createVault(testSecret)
  const clock = createTestClock()
  const connections = createMailConnections(env, { db: engine.db, clock, signals, vault, log })
  onTestFinished(async () => {
    connections.close()
    await signals.close()
    if (engine !== database.engine) await engine.close()
    await database.drop()
    await rm(uploads, { recursive: true, force: true })
  })
  return {
    db: engine.db,
    engine,
    clock,
    log,
    logged,
    signals,
    state: createProcessState(signals),
    signer: createSigner(testSecret),
    vault,
    ai: env.ai,
    outbound: env.outbound,
    indexNow: env.indexNow,
    isOpenToSearch: async () => true,
    backup: env.backup,
    continuous: env.continuous,
    shipState: () => null,
    shippedSince: async () => null,
    files: createFolderStore(uploads),
    records: createFolderStore(join(uploads, 'records')),
    mail: mail ? async () => mail : connections.mail,
    imap: connections.imap,
    lookUpDns: async () => 'unreachable',
    emailTemplates,
    site: createSiteIdentity(env, signals, log),
    wording: readWording,
    language: null,
    assistant: siteAssistant,
    translation: readTranslation,
    productTexts: async () => productTexts,
    legalTexts: readLegalTexts,
    softwareFacts: readSoftwareFacts,
    recordEvent: createEventRecorder(readServiceNames),
    tellWebhooks,
    visitorTools: async () => visitorTools(),
    notify,
    embedder,
    pool,
    isHttps: env.http.isHttps,
    limits: env.limits,
    admission: createAdmission({ limits: env.limits, clock }),
    restart: () => {},
    demo: env.demo,
    actor: null,
    ...rest,
  }
}

/** Opens and migrates the database in the test's own DATA_DIR, if it sets one. */
async function openOwn(env: Env, variables: Record<string, string> = {}): Promise<Engine | null> {
  if (variables['DATA_DIR'] === undefined) return null
  const engine = await openDatabase(env)
  await migrate(engine)
  return engine
}

export const testActor: Actor = {
  memberId: 'owner',
  email: 'owner@agency.test',
  name: '',
  role: 'owner',
  sessionId: 'session',
  device: 'Firefox on Linux',
}

export function asOwner<Context extends Ctx>(ctx: Context, actor: Actor = testActor): Context {
  return { ...ctx, actor }
}

function createTestClock(): TestClock {
  let now = START
  return {
    now: () => now,
    advance(milliseconds) {
      now += milliseconds
    },
  }
}

function collect(lines: string[]): Writable {
  return new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(chunk.toString())
      done()
    },
  })
}
