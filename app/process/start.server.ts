import { answerBrandFile, isBrandFile } from '../features/site/brand/brand.server.ts'
import { createRequestHandler, RouterContextProvider } from 'react-router'
import * as build from 'virtual:react-router/server-build'

import { carryOutRestore } from './restore-installation.server.ts'
import { COLLECT_PATH } from '../features/analytics/collect/collect-path.ts'
import { createCollector, createCollectPost } from '../features/analytics/collect/collector.server.ts'
import {
  createCrawlerCounter,
  type CrawlerCounter,
} from '../features/analytics/crawlers/count-crawlers.server.ts'
import { keepFolding } from '../features/analytics/collect/event-outbox.server.ts'
import { createSalts } from '../features/analytics/collect/salts.server.ts'
import { createOwnerFromEnv, isFirstRun } from '../features/auth/create-owner.server.ts'
import { SESSION_COOKIE } from '../features/auth/session-cookie.ts'
import { setupCode } from '../features/auth/set-up-owner.server.ts'
import { drainReplies } from '../features/chat/replies/in-flight.server.ts'
import { endTopicWatchers } from '../platform/signals/watch-topic.server.ts'
import { endWatchers } from '../features/chat/replies/watch-conversation.server.ts'
import { keepPosts } from '../features/blog/kept/kept-posts.server.ts'
import { renderPostsAhead } from '../features/blog/kept/render-posts-ahead.server.ts'
import { keepIndex } from '../features/knowledge/search/keep-index.server.ts'
import { renewOutdatedPostIndex } from '../features/blog/search/renew-index.job.server.ts'
import { renewOutdatedTerms } from '../features/knowledge/search/renew-terms.job.server.ts'
import { reconcileErasures } from '../features/privacy/replay-erasures.server.ts'
import { knownContent, readContent, siteServicesOf } from '../features/content/site-content.server.ts'
import { keepUsualIcons } from '../features/site/brand/icons/brand-icons.server.ts'
import { isOpenToSearch } from '../features/site/checklist/checklist.server.ts'
import { weighScripts } from '../features/site/figures/page-figures.server.ts'
import { keepSiteKnowledge } from '../features/site/knowledge/keep-site-knowledge.server.ts'
import { createPostPages } from '../features/site/page/load-post-page.server.ts'
import { renderPost } from '../features/site/page/render-post.server.tsx'
import { formerPath, keepLanguages, withContentPages } from '../features/site/page/content-pages.server.ts'
import { readGauges } from './gauges.server.ts'
import { emailTemplates, jobs, schedules } from './jobs.server.ts'
import { rootOfLanguage, splitAddress } from '../lib/languages.ts'
import { asRefusal, LARGE_BODY_BYTES, SMALL_BODY_BYTES } from '../platform/admission/admission.server.ts'
import { type RestoreOutcome, restoreOutcome } from '../platform/backup/backup-records.server.ts'
import { endRestoreRequest } from '../platform/backup/restore-request.server.ts'
import { SECOND } from '../platform/clock.ts'
import type { Ctx } from '../platform/context.server.ts'
import { tryMailServerNow } from '../platform/email/mail-outage.server.ts'
import { loadTextConverter } from '../platform/email/render-email.server.ts'
import { createReadiness } from '../platform/db/availability.server.ts'
import { type Env, parseEnv } from '../platform/env.server.ts'
import { createRedirects, isCanonicalPath } from '../platform/http/redirects.ts'
import { ctxContext, type Visit, visitContext } from '../platform/http/request-context.server.ts'
import { findSharedPages, type SharedPages } from '../platform/http/shared-pages.ts'
import { startWorker } from '../platform/jobs/worker.server.ts'
import { SETTINGS_TOPIC } from '../platform/settings/stored-setting.server.ts'
import { PAGES_TOPIC, RESYNC } from '../platform/signals/signals.server.ts'
import { requestChannel } from '../platform/tracing/channels.ts'
import { createRuntime } from './runtime.server.ts'
import { softwareSettings } from './software-facts.server.ts'
import { uploadPaths, visitorUpload } from './uploads.server.ts'

const STREAMS_MAY_LAST = 8 * SECOND
const JOBS_MAY_LAST = 3 * SECOND

export { runCommand } from './commands.server.ts'

export async function start(processEnv: Record<string, string | undefined>) {
  const env = parseEnv(processEnv)
  const restored = await carryOutRestore(env)
  let restart = () => {}
  const { ctx, close } = await createRuntime(env, {
    emailTemplates,
    isServer: true,
    restart: () => restart(),
  })
  if (restored) await noteRestored(ctx, restored)
  await createFirstOwner(ctx, env)
  // Needed after an older backup was restored by hand. Not awaited: an unreachable bucket must not delay the
  // start.
  reconcileErasures(ctx).catch((error: unknown) => ctx.log.error({ error }, 'privacy.replay_failed'))
  // SMTP_URL may have been corrected since the last outage.
  await tryMailServerNow(ctx)
  await renewOutdatedTerms(ctx)
  await renewOutdatedPostIndex(ctx)
  const worker = startWorker(ctx, jobs, schedules)
  const index = await keepIndex(ctx)
  loadMailRenderingSoon(ctx)
  const tracing = await startTracingIf(env, ctx)
  await readContent(ctx)
  await weighScripts(ctx, build.assets.entry)
  const languages = await keepLanguages(ctx)
  const sharedPages = withContentPages(findSharedPages(build.routes), {
    content: (language) => knownContent({ ...ctx, language }),
    languages,
  })
  const keptPosts = keepPosts(ctx)
  const answerRequest = createAnswer(ctx, env, sharedPages)
  const loadPage = createPostPages(ctx, keptPosts, (site, found) =>
    renderPost(site, found, build.assets.entry),
  )
  const postsAhead = renderPostsAhead(ctx, loadPage)
  const siteKnowledge = keepSiteKnowledge(ctx, async (path) => {
    // As cached pages are, so that the frame is rendered once for all of them.
    const visit = { requestId: 'knowledge', clientAddress: '127.0.0.1', nonce: '', isKept: true }
    const response = await answerRequest(new Request(new URL(path, env.http.publicUrl)), visit)
    return response.ok ? response.text() : null
  })
  const folding = keepFolding(ctx)
  const mailbox = (await import('../features/mailbox/read-mailbox.server.ts')).keepReading(ctx)
  const collector = createCollector(ctx, {
    salts: createSalts(),
    services: (language) => siteServicesOf(knownContent({ ...ctx, language })),
    hasPage: sharedPages.hasPage,
    storesFirst: env.analytics.storesFirst,
  })
  const crawlers = createCrawlerCounter(ctx, { isPage: sharedPages.hasPage })

  return {
    env,
    ctx,
    application: describeApplication(ctx, env, {
      sharedPages,
      languages,
      collector,
      crawlers,
      answerRequest,
      loadPage,
    }),
    announcement: await announce(ctx, env),
    onRestart(listener: () => void): void {
      restart = listener
    },
    /** Ends open streams, which would otherwise delay the shutdown. */
    beginDraining(): void {
      endWatchers(ctx)
      endTopicWatchers(ctx)
      drainReplies(ctx, STREAMS_MAY_LAST)
      worker.drain(JOBS_MAY_LAST).catch((error: unknown) => ctx.log.error({ error }, 'jobs.drain_failed'))
    },
    async drain(): Promise<void> {
      await mailbox.stop()
      await siteKnowledge.stop()
      await index.stop()
      await postsAhead.stop()
      await keptPosts.stop()
      await collector.flush()
      await crawlers.flush()
      await folding.stop()
      await worker.drain(JOBS_MAY_LAST)
      await close()
      await tracing?.stop()
    },
  }
}

/** Loads mail rendering after the first pages and before the first mail; loading it then would delay inquiries. */
function loadMailRenderingSoon(ctx: Ctx): void {
  const load = async () => {
    if (await ctx.mail(ctx)) await loadTextConverter()
  }
  const failed = (error: unknown) => ctx.log.error({ error }, 'mail.rendering_failed')
  setTimeout(() => void load().catch(failed), SECOND).unref()
}

/** Loads the tracing packages only if a collector is set up. */
async function startTracingIf({ tracing }: Env, { log }: Ctx): Promise<{ stop(): Promise<void> } | null> {
  if (!tracing) return null
  const { startTracing } = await import('../platform/tracing/start-tracing.server.ts')
  return startTracing(tracing, log)
}

type AnswerRequest = (request: Request, visit: Visit) => Promise<Response>

function createAnswer(ctx: Ctx, env: Env, { routeOf, isWrittenOnly }: SharedPages): AnswerRequest {
  const handle = createRequestHandler(build, env.mode)
  return async (request, visit) => {
    const { pathname, search } = new URL(request.url)
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    if (isRead && isBrandFile(pathname)) return answerBrandFile(ctx, pathname, visit.clientAddress)
    const other = splitAddress(pathname, (await ctx.site(ctx)).languages)
    const asked = other ? new Request(new URL(`${other.path}${search}`, request.url), request) : request
    const context = new RouterContextProvider()
    context.set(ctxContext, other ? { ...ctx, language: other.language } : ctx)
    context.set(visitContext, visit)
    const traced = { request, requestId: visit.requestId, routeOf }
    const answered = await requestChannel.tracePromise(() => handle(asked, context), traced)
    if (other) keepInLanguage(answered.headers, other.language)
    // React Router's own response only says that something unexpected happened.
    const response = answered.status === 400 && isRead && isWrittenOnly(pathname) ? writtenOnly() : answered
    if (!(await isOpenToSearch(ctx))) response.headers.set('x-robots-tag', 'noindex')
    return response
  }
}

/** Makes a redirection lead to the address in the visitor's language. */
function keepInLanguage(headers: Headers, language: string): void {
  const location = headers.get('location')
  if (location?.startsWith('/') && !location.startsWith('//'))
    headers.set('location', `${rootOfLanguage(language)}${location === '/' ? '' : location}`)
}

function writtenOnly(): Response {
  return new Response('This address only receives what pages send; it has no page of its own.', {
    status: 405,
    headers: { allow: 'POST', 'cache-control': 'no-store', 'content-type': 'text/plain; charset=utf-8' },
  })
}

type ApplicationParts = {
  sharedPages: SharedPages
  languages: Awaited<ReturnType<typeof keepLanguages>>
  collector: ReturnType<typeof createCollector>
  crawlers: CrawlerCounter
  answerRequest: AnswerRequest
  loadPage: ReturnType<typeof createPostPages>
}

function describeApplication(
  ctx: Ctx,
  env: Env,
  { sharedPages, languages, collector, crawlers, answerRequest, loadPage }: ApplicationParts,
) {
  const { hasPage } = sharedPages
  const redirect = createRedirects({ moved: (path) => formerPath(ctx, path, languages()), hasPage })
  const usualIcon = keepUsualIcons(ctx)
  return {
    http: env.http,
    log: ctx.log,
    sessionCookie: SESSION_COOKIE,
    appPath: '/admin',
    sharedPages: { ...sharedPages, isCanonical: isCanonicalPath },
    redirect: (address: string) => usualIcon(address) ?? redirect(address),
    directPosts: new Map([
      [COLLECT_PATH, createCollectPost(collector, (cookie) => cookie.includes(SESSION_COOKIE))],
    ]),
    noticeReader: crawlers.notice,
    smallBodyBytes: SMALL_BODY_BYTES,
    largeBodyBytes: LARGE_BODY_BYTES,
    admitBody(from: string, bytes: number, options: { isVisitors?: boolean } = {}) {
      try {
        return { release: ctx.admission.takeBody(from, bytes, options) }
      } catch (error) {
        return asRefusal(error)
      }
    },
    uploadPaths,
    visitorUpload,
    openPaths: new Set(['/mcp', '/oauth/register', '/oauth/token', '/oauth/revoke']),
    handle: answerRequest,
    loadPage,
    isReady: createReadiness(ctx.engine.ping),
    metrics: env.metrics && { token: env.metrics.token, collect: () => readGauges(ctx) },
    onPagesChanged(listener: () => void): void {
      for (const topic of [PAGES_TOPIC, RESYNC]) ctx.signals.subscribe(topic, listener)
      ctx.signals.subscribe(SETTINGS_TOPIC, (key) => {
        if (softwareSettings.has(key)) listener()
      })
    },
  }
}

async function noteRestored(ctx: Ctx, outcome: RestoreOutcome): Promise<void> {
  if (outcome.failure === null) ctx.log.info(outcome, 'backup.restored')
  else ctx.log.error(outcome, 'backup.restore_failed')
  await restoreOutcome.save(ctx, outcome)
  await endRestoreRequest(ctx.backup.dataDir)
}

async function announce(ctx: Ctx, env: Env): Promise<string[]> {
  const lines = [`Site    ${env.http.publicUrl}`, `Admin   ${env.http.publicUrl}/admin`]
  if (await isFirstRun(ctx)) lines.push(`Set-up code for the owner's account: ${setupCode(ctx)}`)
  return lines
}

/** Creates the owner from ADMIN_EMAIL and ADMIN_PASSWORD, on the first start only. */
async function createFirstOwner(ctx: Ctx, env: Env): Promise<void> {
  if (!env.firstOwner || !(await isFirstRun(ctx))) return
  await createOwnerFromEnv(ctx, env.firstOwner)
  ctx.log.info({}, 'owner.created')
}
