import { createEventRecorder } from '../features/analytics/collect/event-outbox.server.ts'
import { embedder } from '../features/ai/embeddings/embedder.server.ts'
import { createSiteIdentity } from '../features/site/settings/site-identity.server.ts'
import { createAdmission } from '../platform/admission/admission.server.ts'
import { isEmptyPostgres } from '../platform/backup/set-aside.server.ts'
import { systemClock } from '../platform/clock.ts'
import { createProcessState, type Ctx, siteAssistant } from '../platform/context.server.ts'
import { loadSecret } from '../platform/crypto/secret.server.ts'
import { createSigner } from '../platform/crypto/signer.server.ts'
import { createVault } from '../platform/crypto/vault.server.ts'
import type { Engine } from '../platform/db/engine.server.ts'
import { knownMigrations, migrate } from '../platform/db/migrate.server.ts'
import { openDatabase } from '../platform/db/open-database.server.ts'
import { startShipping } from '../platform/backup/continuous/start-shipping.server.ts'
import { lookUpDns } from '../platform/email/sending-domain/dns-lookup.server.ts'
import { createMailConnections } from '../platform/email/mail-connections.server.ts'
import type { Env } from '../platform/env.server.ts'
import { openConnectedStore } from '../platform/files/connected-store.server.ts'
import { openRecordStore } from '../platform/files/open-file-store.server.ts'
import { nameInstallation } from '../platform/installation.server.ts'
import { createLog, type Log } from '../platform/log.server.ts'
import { findTraces, hasSqliteFile, refuseMissing } from '../platform/missing-database.server.ts'
import { createPool } from '../platform/pool/pool.server.ts'
import { holdPresence } from '../platform/presence.server.ts'
import { programPath } from '../platform/program-path.ts'
import { openSignals } from '../platform/signals/open-signals.server.ts'
import { tightenModes } from '../platform/tighten-modes.server.ts'
import type { Wording } from '../platform/wording.ts'
import { readTranslation } from '../languages/read-translation.server.ts'
import { readSoftwareFacts } from './software-facts.server.ts'

export const poolProgram = programPath('pool-program', import.meta.dirname)

type CtxParts = {
  log: Log
  secret: string
  engine: Engine
  emailTemplates?: Ctx['emailTemplates'] | undefined
  /** Only the running server ships the continuous backup. */
  isServer?: boolean | undefined
  restart?: Ctx['restart'] | undefined
}

/** Creates a process's context, for the server and for commands. Starts neither jobs nor HTTP. */
export async function createRuntime(
  env: Env,
  options: {
    emailTemplates?: Ctx['emailTemplates']
    isServer?: boolean
    restart?: Ctx['restart']
  } = {},
): Promise<{ ctx: Ctx; close(): Promise<void> }> {
  const log = createLog({ level: env.logLevel })
  const traces = findTraces(env)
  if (!env.database && !hasSqliteFile(env.dataDir)) refuseMissing(env, traces)
  const presence = env.database ? null : holdPresence(env.dataDir)
  const engine = await openMigrated(env, log, { traces, isAlone: presence?.wasAlone ?? false }).catch(
    (error: unknown) => {
      presence?.release()
      throw error
    },
  )
  // Load it only now: a missing database beside an existing secret counts as lost.
  const secret = loadSecret(env)
  tightenModes(env, log)
  const { emailTemplates, restart, isServer } = options
  const runtime = await createCtx(env, { log, secret, engine, emailTemplates, restart, isServer })
  return {
    ctx: runtime.ctx,
    async close() {
      await runtime.close()
      await engine.close()
      presence?.release()
    },
  }
}

async function openMigrated(
  env: Env,
  log: Log,
  { traces, isAlone }: { traces: readonly string[]; isAlone: boolean },
): Promise<Engine> {
  const engine = await openDatabase(env, log, { knownMigrations, isAlone })
  if (env.database && (await isEmptyPostgres(engine))) refuseMissing(env, traces)
  const migrated = await migrate(engine)
  if (migrated.length > 0) log.info({ migrated }, 'database.migrated')
  await nameInstallation(engine.db, systemClock.now())
  return engine
}

export async function createCtx(
  env: Env,
  { log, secret, engine, emailTemplates = new Map(), restart = () => {}, isServer = false }: CtxParts,
): Promise<{ ctx: Ctx; close(): Promise<void> }> {
  const signals = await openSignals(env, log)
  const vault = createVault(secret)
  const connections = createMailConnections(env, { db: engine.db, clock: systemClock, signals, vault, log })
  const opened = await openConnectedStore(env, { db: engine.db, vault, signals, log })
  const shipping = isServer
    ? await startShipping(env, { log, secret, vault, engine, files: opened, signals })
    : null
  const ctx: Ctx = {
    db: engine.db,
    engine: shipping?.engine ?? engine,
    clock: systemClock,
    log,
    signals,
    state: createProcessState(signals),
    signer: createSigner(secret),
    vault,
    ai: env.ai,
    outbound: env.outbound,
    indexNow: env.indexNow,
    isOpenToSearch,
    backup: env.backup,
    continuous: env.continuous,
    shipState: () => shipping?.state() ?? null,
    shippedSince: async () => (await shipping?.earliest()) ?? null,
    files: shipping?.files ?? opened,
    records: openRecordStore(env),
    mail: connections.mail,
    imap: connections.imap,
    lookUpDns,
    emailTemplates,
    site: createSiteIdentity(env, signals, log),
    wording: readWording,
    language: null,
    assistant: siteAssistant,
    translation: readTranslation,
    productTexts: readProductTexts,
    legalTexts: readLegalTexts,
    softwareFacts: readSoftwareFacts,
    recordEvent: createEventRecorder(readServiceNames),
    tellWebhooks,
    visitorTools,
    notify,
    embedder,
    pool: createPool(poolProgram),
    isHttps: env.http.isHttps,
    limits: env.limits,
    admission: createAdmission({ limits: env.limits, clock: systemClock }),
    restart,
    demo: env.demo,
    actor: null,
  }
  return {
    ctx,
    async close() {
      ctx.pool.close()
      connections.close()
      await signals.close()
      await shipping?.stop()
    },
  }
}

/** Imported on demand: pages contain components, which a process started by plain Node cannot import. */
async function readWording(ctx: Ctx): Promise<Wording> {
  const content = await import('../features/content/site-content.server.ts')
  return content.readWording(ctx)
}

async function readServiceNames(ctx: Ctx): Promise<ReadonlyMap<string, string>> {
  const content = await import('../features/content/site-content.server.ts')
  return content.readServiceNames(ctx)
}

async function readLegalTexts(ctx: Ctx): ReturnType<Ctx['legalTexts']> {
  const content = await import('../features/content/legal-texts.server.ts')
  return content.readLegalTexts(ctx)
}

async function isOpenToSearch(ctx: Ctx): Promise<boolean> {
  const checklist = await import('../features/site/checklist/checklist.server.ts')
  return checklist.isOpenToSearch(ctx)
}

async function readProductTexts(): ReturnType<Ctx['productTexts']> {
  return (await import('../features/site/wording/catalogue.ts')).productTexts
}

async function notify(...event: Parameters<Ctx['notify']>): Promise<void> {
  const notices = await import('../features/notices/notify.server.ts')
  return notices.notify(...event)
}

async function tellWebhooks(...event: Parameters<Ctx['tellWebhooks']>): Promise<void> {
  const webhooks = await import('../actions/webhooks/tell-webhooks.server.ts')
  return webhooks.tellWebhooks(...event)
}

async function visitorTools(): ReturnType<Ctx['visitorTools']> {
  return (await import('../actions/visitor-tools.server.ts')).visitorTools()
}
