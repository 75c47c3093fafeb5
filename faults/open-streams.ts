import type { Row } from '../bench/measure.ts'
import { startAiProvider } from '../tests/fakes/ai-provider/server.ts'
import { startAppServer } from '../tests/support/app-server.ts'
import { postChat, readUntil, storeProviderKey } from '../tests/support/chat-server.ts'
import { shutDownUnderLoad } from '../tests/support/shut-down-under-load.ts'
import { createTestDatabase } from '../tests/support/test-database.ts'
import { secret } from './figures.ts'

export async function shutDown(): Promise<Row[]> {
  const ai = await startAiProvider()
  ai.behave({ kind: 'hang', text: 'Half a' })
  const database = await createTestDatabase('sqlite')
  const env = { ...database.env, ...ai.env, APP_SECRET: secret, LIMITS: 'off', LOG_LEVEL: 'fatal' }
  await storeProviderKey(env)
  const server = await startAppServer(env)
  const found = await shutDownUnderLoad(server, { posts: 50, streams: 20 })
  await ai.close()
  await database.drop()
  const failed = found.posts.filter((line) => !line.startsWith('HTTP/1.1 303')).length
  const unended = found.streamEnds.filter((end) => !/"type":"(done|failed)"/.test(end)).length
  return [
    {
      what: 'SIGTERM with 20 chat streams and 50 posts open',
      measured: `${failed} failed posts, ${unended} streams without a last event, exit ${found.code} after ${(found.milliseconds / 1000).toFixed(1)} s, /readyz ${found.ready} after ${found.readyAfter.toFixed(0)} ms`,
      target: '0 failed posts, each stream ends with an event, exit 0 within 15 s, /readyz 503 at once',
      ok:
        failed + unended === 0 &&
        found.code === 0 &&
        found.milliseconds < 15_000 &&
        found.ready === 503 &&
        found.readyAfter < 500,
    },
  ]
}

const TABS = 20

export async function closeTabs(): Promise<Row[]> {
  const ai = await startAiProvider()
  ai.behave({ kind: 'hang', text: 'Half a' })
  const database = await createTestDatabase('sqlite')
  const env = { ...database.env, ...ai.env, APP_SECRET: secret, LIMITS: 'off', LOG_LEVEL: 'fatal' }
  await storeProviderKey(env)
  const server = await startAppServer(env)
  const tabs = await Promise.all(
    Array.from({ length: TABS }, async () => {
      const leaving = new AbortController()
      const body = { conversationId: null, message: 'Hello?' }
      const response = await postChat(server.url, body, { signal: leaving.signal })
      await readUntil(response, 'Half')
      return leaving
    }),
  )
  const leftAt = performance.now()
  for (const tab of tabs) tab.abort()
  const closed = await Promise.all(ai.requests.map((request) => request.closed))
  const slowest = Math.max(...closed.map(({ at }) => at - leftAt))
  await server.stop()
  await ai.close()
  await database.drop()
  return [
    {
      what: `${TABS} visitors close the tab amid a reply`,
      measured: `${closed.filter(({ byClient }) => byClient).length} upstream calls aborted, the last after ${slowest.toFixed(0)} ms`,
      target: 'aborted within 1 s',
      ok: slowest < 1000 && closed.length === TABS && closed.every(({ byClient }) => byClient),
    },
  ]
}
