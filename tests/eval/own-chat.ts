import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { ChatSource } from '#app/features/chat/chat-events.ts'
import { withoutOverlap } from '#app/features/chat/grounding/join-neighbours.ts'
import { parseEnv } from '#app/platform/env.server.ts'
import { createRuntime } from '#app/process/runtime.server.ts'
import type { FakeBehaviour, RecordedRequest } from '#tests/fakes/ai-provider/behaviour.ts'
import { startAiProvider } from '#tests/fakes/ai-provider/server.ts'
import { startAppServer } from '#tests/support/app-server.ts'
import { eventsIn, postChat, storeProviderKey } from '#tests/support/chat-server.ts'

import { untilSiteIsRead } from './own-installation.ts'
import type { Question } from './own-site.ts'

/** What the visitor receives: the whole text, and the sources of its numbers. */
export type Ask = (
  question: Pick<Question, 'before' | 'text'>,
) => Promise<{ text: string; sources: readonly ChatSource[] }>

export type Knowledge = { documents: readonly { title: string; text: string }[] }

type Model = { reply: (request: RecordedRequest) => FakeBehaviour; model?: string }

/** Serves the starter site with a model's stand-in, and gives `work` a visitor's question and all documents. */
export async function withChat<Result>(
  { reply, model }: Model,
  work: (ask: Ask, knowledge: Knowledge) => Promise<Result>,
): Promise<Result> {
  const fake = await startAiProvider({ reply })
  const folder = mkdtempSync(join(tmpdir(), 'foyer-eval-'))
  const secret = 'a secret for evaluations, thrown away after'
  const env = { LOG_LEVEL: 'error', LIMITS: 'off', DATA_DIR: folder, APP_SECRET: secret, ...fake.env }
  await storeProviderKey(env, model)
  const server = await startAppServer(env)
  try {
    await untilSiteIsRead(env)
    const documents = await readDocuments(env)
    return await work((question) => askOver(server.url, question), { documents })
  } finally {
    await server.stop()
    await fake.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function readDocuments(env: Record<string, string>): Promise<Knowledge['documents']> {
  const { ctx, close } = await createRuntime(parseEnv(env))
  const passages = await ctx.db
    .selectFrom('knowledge_passage')
    .innerJoin('knowledge_item', 'knowledge_item.id', 'item_id')
    .select(['item_id', 'title', 'text'])
    .orderBy('item_id')
    .orderBy('number')
    .execute()
  await close()
  const byItem = new Map<string, { title: string; text: string }>()
  for (const { item_id, title, text } of passages) {
    const before = byItem.get(item_id)
    byItem.set(item_id, {
      title,
      text: before ? `${before.text}\n\n${withoutOverlap(before.text, text)}` : text,
    })
  }
  return [...byItem.values()]
}

async function askOver(url: string, { before = [], text }: Parameters<Ask>[0]): ReturnType<Ask> {
  let conversation: { conversationId: string; token: string } | null = null
  for (const message of [...before, text]) {
    const conversationId: string | null = conversation && conversation.conversationId
    const response = await postChat(
      url,
      { conversationId, message },
      { ...(conversation && { token: conversation.token }) },
    )
    const events = eventsIn(await response.text())
    const [begin] = events
    if (begin?.type !== 'begin') throw new Error(`“${message}” was not answered: ${response.status}`)
    conversation ??= { conversationId: begin.conversationId, token: String(begin.token) }
    if (message !== text) continue
    const last = events.at(-1)
    if (last?.type !== 'done' || last.end !== 'whole') throw new Error(`“${message}” was not answered whole.`)
    return {
      text: events.map((event) => (event.type === 'text' ? event.text : '')).join(''),
      sources: events.findLast((event) => event.type === 'sources')?.sources ?? [],
    }
  }
  throw new Error('Nothing was asked.')
}
