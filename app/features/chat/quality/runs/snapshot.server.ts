import { createHash } from 'node:crypto'

import { findEndpoints } from '#app/features/ai/config/find-endpoints.server.ts'
import { buildSystemPrompt } from '#app/features/chat/settings/build-system-prompt.ts'
import type { AssistantSettings } from '#app/features/chat/assistants/assistant-settings.server.ts'
import { findAssistant, readAssistant } from '#app/features/chat/assistants/read-assistant.server.ts'
import { embeddingSetting } from '#app/features/knowledge/embeddings/embedding-setting.server.ts'
import { type Ctx, siteAssistant } from '#app/platform/context.server.ts'

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

/** Hashes the prompts of the site's assistant and of all others that test questions ask. */
async function hashPrompt(ctx: Ctx): Promise<string> {
  const [own, others, { siteName }, wording] = await Promise.all([
    readAssistant(ctx),
    findOthersAsked(ctx),
    ctx.site(ctx),
    ctx.wording(ctx),
  ])
  const facts = { siteName, canary: '', fillFacts: wording.fill }
  return hashOf([own, ...others].map((settings) => buildSystemPrompt(settings, facts)).join('\n'))
}

async function findOthersAsked(ctx: Ctx): Promise<AssistantSettings[]> {
  const rows = await ctx.db
    .selectFrom('test_question')
    .innerJoin('assistant', 'assistant.id', 'assistant_id')
    .select('assistant_id')
    .distinct()
    .where('assistant_id', '!=', siteAssistant.id)
    .orderBy('assistant_id')
    .execute()
  const found = await Promise.all(rows.map(({ assistant_id: id }) => findAssistant(ctx, id)))
  return found.map(({ settings }) => settings)
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
