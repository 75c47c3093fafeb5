import { createHash } from 'node:crypto'

import { findEndpoints } from '#app/features/ai/config/find-endpoints.server.ts'
import { buildSystemPrompt } from '#app/features/chat/settings/build-system-prompt.ts'
import { readAssistant } from '#app/features/chat/assistants/read-assistant.server.ts'
import { embeddingSetting } from '#app/features/knowledge/embeddings/embedding-setting.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'

/** What the assistant's answers depend on. */
export type Snapshot = {
  provider: string
  model: string
  /** Hashes. */
  knowledge: string
  prompt: string
  items: number
}

/** Returns null without a provider. */
export async function takeSnapshot(ctx: Ctx): Promise<Snapshot | null> {
  const found = await findEndpoints(ctx)
  if (found.kind !== 'endpoints') return null
  const { provider, model } = found.endpoints.primary
  return { provider, model, prompt: await hashPrompt(ctx), ...(await hashKnowledge(ctx)) }
}

async function hashPrompt(ctx: Ctx): Promise<string> {
  const [settings, { siteName }, wording] = await Promise.all([
    readAssistant(ctx),
    ctx.site(ctx),
    ctx.wording(ctx),
  ])
  return hashOf(buildSystemPrompt(settings, { siteName, canary: '', fillFacts: wording.fill }))
}

/** Does not change if a page was read again without changes. */
async function hashKnowledge(ctx: Ctx): Promise<Pick<Snapshot, 'knowledge' | 'items'>> {
  const rows = await ctx.db
    .selectFrom('knowledge_item')
    .select(['id', 'title', 'passages', 'changed_at'])
    .where('enabled', '=', 1)
    .where('revision', 'is not', null)
    .orderBy('id')
    .execute()
  const isByMeaning = await embeddingSetting.read(ctx)
  return { knowledge: hashOf(JSON.stringify([isByMeaning, rows])), items: rows.length }
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 16)
}

const parts = { provider: 'model', model: 'model', knowledge: 'knowledge', prompt: 'prompt' } as const

/** Returns which of `knowledge`, `model` and `prompt` differ. */
export function changedParts(before: Omit<Snapshot, 'items'>, after: Omit<Snapshot, 'items'>): string[] {
  const names = Object.keys(parts) as (keyof typeof parts)[]
  return [...new Set(names.filter((name) => before[name] !== after[name]).map((name) => parts[name]))]
}
