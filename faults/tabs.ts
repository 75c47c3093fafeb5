import type { Row } from '../bench/measure.ts'
import { startAiProvider } from '../tests/fakes/ai-provider/server.ts'
import { startAppServer } from '../tests/support/app-server.ts'
import { postChat, readUntil, storeProviderKey } from '../tests/support/chat-server.ts'
import { createTestDatabase } from '../tests/support/test-database.ts'

import { secret } from './figures.ts'

const TABS = 20

/** Each visitor leaves amid a reply; what is timed is the provider's own connection. */
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
