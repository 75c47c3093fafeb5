import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

import { mapNames } from '#app/lib/map-names.ts'
import { providerIds, providers } from '#app/platform/ai-provider-list.ts'

import type { FakeApi, FakeBehaviour, FakeModel, RecordedRequest } from './behaviour.ts'
import { embeddingAnswer, isEmbedding } from './embedding.ts'
import { findListApi, listPage, rootOf, usualModels } from './model-list.ts'
import { perform } from './perform.ts'
import { wires } from './wire.ts'

export type { FakeApi, FakeBehaviour, RecordedRequest } from './behaviour.ts'

export type FakeAiProvider = {
  baseUrls: Record<FakeApi, string>
  /** The base URLs, by the names of the product's environment variables. */
  env: Record<string, string>
  requests: RecordedRequest[]
  /** Answers the next requests with these in turn, and all later ones with the last. */
  behave(...behaviours: FakeBehaviour[]): void
  /** As `behave`, for one API only. */
  behaveAs(api: FakeApi, ...behaviours: FakeBehaviour[]): void
  /** Answers every request with what this returns, until `reset` or the next script. */
  answerWith(reply: (request: RecordedRequest) => FakeBehaviour): void
  /** Returns to the initial behaviour. */
  reset(): void
  /** Sets what the API's list names, in pages of `pageSize`; with null it has no list. */
  listModels(api: FakeApi, models: readonly FakeModel[] | null, pageSize?: number): void
  /** The addresses of the calls for lists, in order. */
  listCalls: string[]
  /** Sets the vector of a text; with null every call for vectors is answered with 500. */
  embedAs(vectorOf: ((text: string) => number[]) | null): void
  /** Returns how many responses have not ended. */
  open(): number
  close(): Promise<void>
}

const greeting: FakeBehaviour = { kind: 'reply', text: 'Hello! How can I help you today?' }

/**
 * Starts an HTTP server on 127.0.0.1 with the providers' APIs, streamed and whole, and records its requests.
 * @param options.reply answers requests for which nothing else was set
 */
export async function startAiProvider(
  options: { port?: number; reply?: (request: RecordedRequest) => FakeBehaviour } = {},
): Promise<FakeAiProvider> {
  const requests: RecordedRequest[] = []
  const scripts = new Map<FakeApi | 'all', FakeBehaviour[]>()
  let reply = options.reply
  let open = 0
  let vectorOf: ((text: string) => number[]) | null = null
  const lists = new Map<FakeApi, Parameters<typeof listPage>[0]>()
  const listCalls: string[] = []
  const next = (request: RecordedRequest): FakeBehaviour => {
    const script = scripts.get(request.api) ?? scripts.get('all') ?? []
    const behaviour = script.length > 1 ? script.shift() : script[0]
    return behaviour ?? reply?.(request) ?? greeting
  }
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const listed = findListApi(request)
    if (listed) {
      listCalls.push(request.url ?? '')
      const page = listPage(lists.get(listed) ?? { models: usualModels[listed] }, listed, request)
      response.writeHead(page ? 200 : 404, { 'content-type': 'application/json' })
      response.end(JSON.stringify(page ?? wires[listed].error(404, 'There is no list here.')))
      return
    }
    const recorded = await record(request, response)
    if (!recorded) {
      response.writeHead(404, { 'content-type': 'text/plain' }).end('No such API.')
      return
    }
    requests.push(recorded)
    open += 1
    void recorded.closed.then(() => {
      open -= 1
    })
    const { api, isStream } = recorded
    if (isEmbedding(recorded)) {
      const status = vectorOf ? 200 : 500
      const body = vectorOf ? embeddingAnswer(recorded, vectorOf) : wires[api].error(500, 'No vectors today.')
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
      return
    }
    const model = modelOf(recorded)
    await perform(next(recorded), { wire: wires[api], model, isStream, response, body: recorded.body })
  }
  const server = createServer((request, response) => {
    // Clients that leave in the middle are part of the tests.
    response.on('error', () => {})
    answer(request, response).catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => {
    server.listen(options.port ?? 0, '127.0.0.1', () => resolve())
  })
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const baseUrls = mapNames(providerIds, (id) => origin + rootOf(id))
  return {
    baseUrls,
    env: Object.fromEntries(providerIds.map((id) => [providers[id].variable, baseUrls[id]])),
    requests,
    behave: (...behaviours) => void scripts.set('all', behaviours),
    behaveAs: (api, ...behaviours) => void scripts.set(api, behaviours),
    answerWith(made) {
      scripts.clear()
      reply = made
    },
    reset() {
      scripts.clear()
      reply = options.reply
      lists.clear()
      vectorOf = null
    },
    listModels: (api, models, pageSize) =>
      void lists.set(api, { models, ...(pageSize !== undefined && { pageSize }) }),
    listCalls,
    embedAs: (embed) => {
      vectorOf = embed
    },
    open: () => open,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

async function record(request: IncomingMessage, response: ServerResponse): Promise<RecordedRequest | null> {
  const path = request.url ?? '/'
  const api = providerIds.find((id) => {
    const root = rootOf(id)
    return path.startsWith(root) && wires[id].calls.test(path.slice(root.length))
  })
  const closed = new Promise<{ at: number; byClient: boolean }>((resolve) => {
    response.once('close', () => resolve({ at: performance.now(), byClient: !response.writableFinished }))
  })
  const body: unknown = JSON.parse((await text(request)) || 'null')
  if (!api || request.method !== 'POST') return null
  return {
    api,
    method: request.method,
    path,
    headers: request.headers as Record<string, string>,
    body,
    isStream: path.includes(':stream') || (body as { stream?: boolean }).stream === true,
    at: performance.now(),
    closed,
  }
}

function modelOf({ path, body }: RecordedRequest): string {
  return /models\/([^/:]+):/.exec(path)?.[1] ?? String((body as { model?: unknown }).model)
}
