import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

import { startAiProvider } from '../tests/fakes/ai-provider/server.ts'
import { type AppServer, startAppServer } from '../tests/support/app-server.ts'

import { median, percentile, residentMegabytes, type Row } from './measure.ts'
import { ownerEnv, storeKey } from './owner.ts'

const OPEN = 50
const MEASURED = 200
const MANY = 500
/** Milliseconds between the chunks of a reply, which has forty. */
const PAUSE = 100
const pieces = Array.from({ length: 40 }, (_, n) => `word ${n} `)

/** Forty chunks, a tenth of a second apart. */
export const slowReply = () => ({ kind: 'slow', text: pieces, pause: PAUSE }) as const

/** Measures what the relay adds to the first word at 50 streams, and the memory of 500 open ones. */
export async function measureRelay(): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'foyer-bench-'))
  const ai = await startAiProvider({ reply: slowReply })
  const app = await startAppServer({
    DATA_DIR: folder,
    LOG_LEVEL: 'warn',
    LIMITS: 'off',
    ...ownerEnv,
    ...ai.env,
  })
  try {
    await storeKey(app)
    const relayed = await firstWords(() => askRelay(app))
    const direct = await firstWords(() => askProvider(ai.baseUrls.openai))
    const added = p95(relayed) - p95(direct)
    const streams = await Promise.all(Array.from({ length: MANY }, () => askRelay(app)))
    const memory = residentMegabytes(app)
    await Promise.all(streams.map((stream) => stream.rest))
    return [
      {
        what: `Added to the first word by the relay, ${OPEN} streams open`,
        measured: `${added.toFixed(1)} ms p95 (${p95(relayed).toFixed(1)} against ${p95(direct).toFixed(1)}), ${(median(relayed) - median(direct)).toFixed(1)} ms at the median`,
        target: 'under 15 ms p95',
        ok: added < 15,
      },
      {
        what: `Memory (RSS) with ${MANY} streams open`,
        measured: `${memory.toFixed(0)} MB`,
        target: 'under 250 MB',
        ok: memory < 250,
      },
    ]
  } finally {
    await app.stop()
    await ai.close()
    rmSync(folder, { recursive: true })
  }
}

type Stream = { firstWord: number; rest: Promise<void> }

/** Keeps some streams open, replacing each that ends, and times the first word of 200 while all are open. */
export async function firstWords(begin: () => Promise<Stream>, open = OPEN): Promise<number[]> {
  const times: number[] = []
  await Promise.all(
    Array.from({ length: open }, async (_, slot) => {
      // Spread the starts over the length of a reply.
      await pause((slot / open) * PAUSE * pieces.length)
      for (let round = 0; round <= Math.max(1, MEASURED / open); round += 1) {
        const { firstWord, rest } = await begin()
        if (round > 0) times.push(firstWord)
        await rest
      }
    }),
  )
  return times
}

/** @param assistant the key of an assistant of another site */
export function askRelay({ url }: AppServer, assistant?: string): Promise<Stream> {
  const body = JSON.stringify({ conversationId: null, message: 'What do you do?' })
  return ask(`${url}/api/chat`, body, assistant ? { 'x-assistant': assistant } : {}, '"type":"text"')
}

function askProvider(baseUrl: string): Promise<Stream> {
  const messages = [{ role: 'user', content: 'What do you do?' }]
  const body = JSON.stringify({ model: 'gpt-5-nano', messages, stream: true })
  return ask(`${baseUrl}/chat/completions`, body, { authorization: 'Bearer key' }, 'word 0')
}

async function ask(
  url: string,
  body: string,
  headers: Record<string, string>,
  mark: string,
): Promise<Stream> {
  const start = performance.now()
  const response = await fetch(url, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', ...headers },
  })
  if (!response.ok || !response.body) throw new Error(`${url} answered ${response.status}.`)
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
  let seen = ''
  while (!seen.includes(mark)) {
    const { value, done } = await reader.read()
    if (done) throw new Error(`No word came: ${seen}`)
    seen += value
  }
  const firstWord = performance.now() - start
  return { firstWord, rest: drain(reader) }
}

async function drain(reader: ReadableStreamDefaultReader<string>): Promise<void> {
  while (!(await reader.read()).done);
}

function p95(values: readonly number[]): number {
  return percentile(values, 0.95)
}
