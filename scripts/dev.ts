import { existsSync } from 'node:fs'

import { SMTPServer } from 'smtp-server'
import { createServer as createViteServer } from 'vite'

import type * as StartModule from '../app/process/start.server.ts'
import type { Application } from '../server/application.ts'
import { createFrontServer } from '../server/create-server.ts'
import { startAiProvider } from '../tests/fakes/ai-provider/server.ts'

import { buildIcons } from './build-icons.ts'
import { keepTransformedModules } from './dev-modules.ts'

type Bundle = typeof StartModule
type App = Awaited<ReturnType<Bundle['start']>>

const DATA_DIR = '.cache/dev'
const owner = { email: 'owner@lumivox.example', password: 'a phrase for development' }
const port = Number(process.env['PORT'] ?? 3000)

const spoken =
  'This is **fake** speech: nothing was sent to a provider.\n\n- See [our services](/services)'.match(
    /\S+\s*/g,
  ) ?? ['Hello.']

process.env['NODE_ENV'] = 'development'
const isNew = !existsSync(DATA_DIR)
const smtpUrl = await startFakeSmtp()
const ai = await startAiProvider({ reply: () => ({ kind: 'slow', text: spoken, pause: 40 }) })
const environment = {
  LOG_LEVEL: 'warn',
  LIMITS: 'off',
  ...ai.env,
  ...process.env,
  PORT: String(port),
  DATA_DIR,
  SMTP_URL: smtpUrl,
  ADMIN_EMAIL: owner.email,
  ADMIN_PASSWORD: owner.password,
}

buildIcons()
const ignored = ['attack', 'bench', 'build', 'data', 'docs', 'faults', 'test-results'].map(
  (folder) => `**/${folder}/**`,
)
const vite = await createViteServer({
  server: { middlewareMode: true, watch: { ignored } },
  appType: 'custom',
})
keepTransformedModules(vite, '.cache/dev-modules.json')
const loadBundle = async () => (await vite.ssrLoadModule('/app/process/start.server.ts')) as Bundle
if (isNew) console.log((await (await loadBundle()).runCommand(environment, 'seed', [])).join('\n'))

let running: { bundle: Bundle; app: App } | null = null

/** After a change to server code, restarts the application with the same database. */
async function current(): Promise<App> {
  const bundle = await loadBundle()
  if (running?.bundle === bundle) return running.app
  const outdated = running
  running = null
  await outdated?.app.drain()
  const app = await bundle.start(environment)
  running = { bundle, app }
  return app
}

const app = await current()
const { http, log, sessionCookie, appPath } = app.application
const application: Application = {
  http,
  log,
  sessionCookie,
  appPath,
  sharedPages: app.application.sharedPages,
  redirect: app.application.redirect,
  noticeReader: app.application.noticeReader,
  smallBodyBytes: app.application.smallBodyBytes,
  largeBodyBytes: app.application.largeBodyBytes,
  admitBody: app.application.admitBody,
  uploadPaths: app.application.uploadPaths,
  visitorUpload: app.application.visitorUpload,
  openPaths: app.application.openPaths,
  loadPage: () => null,
  directPosts: new Map(
    Array.from(app.application.directPosts, ([path, { maxBytes }]) => [
      path,
      {
        maxBytes,
        take: async (sent) => (await (await current()).application.directPosts.get(path)?.take(sent)) ?? 404,
      },
    ]),
  ),
  handle: async (request, visit) => (await current()).application.handle(request, visit),
  isReady: async () => (await current()).application.isReady(),
  metrics: app.application.metrics,
  onPagesChanged: () => {},
}

createFrontServer(application, { development: vite.middlewares }).server.listen(port, () => {
  console.log(`Site    http://localhost:${port}`)
  console.log(`Admin   http://localhost:${port}/admin   ${owner.email}   ${owner.password}`)
  console.log('AI      is faked: any key works')
  console.log('Mails   go to a fake server and are printed here')
})

function startFakeSmtp(): Promise<string> {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, done) {
      let raw = ''
      stream.on('data', (chunk: Buffer) => {
        raw += chunk.toString()
      })
      stream.on('end', () => {
        const subject = /^Subject: (.*)$/m.exec(raw)?.[1] ?? '(no subject)'
        console.log(`Mail to ${session.envelope.rcptTo.map(({ address }) => address).join(', ')}: ${subject}`)
        done()
      })
    },
  })
  return new Promise((resolve) => {
    const listening = server.listen(0, '127.0.0.1', () => {
      const address = listening.address()
      resolve(`smtp://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`)
    })
  })
}
