import { z } from 'zod'

import type { ChatSource } from '#app/features/chat/chat-events.ts'
import { readSources } from '#app/features/chat/grounding/sources.server.ts'
import { makeWording } from '#app/features/content/wording/make-wording.ts'
import { readContent } from '#app/features/content/site-content.server.ts'
import type { Service } from '#app/features/content/services.ts'
import { defaultLocale } from '#app/lib/messages.ts'
import { formatMoney } from '#app/lib/money.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { wordedTexts } from '#app/platform/worded-texts.server.ts'

import { trialTexts } from './messages.ts'
import { MOST_QUESTIONS } from './questions/question-limits.ts'
import type { Figures } from './reading/measured.ts'
import { signsSchema } from './reading/trial-page.ts'
import { type Evidence, suggestFor } from './suggestions.ts'
import { getTrial } from './trial-link.server.ts'

export type OfferedService = Pick<Service, 'id' | 'path' | 'name' | 'price' | 'summary'> & {
  plans: readonly { name: string; price: string }[]
  evidence: readonly Evidence[]
}

export type Answered = { question: string; answer: string; sources: readonly ChatSource[] }

export type TrialView = {
  host: string
  state: 'waiting' | 'reading' | 'done' | 'failed'
  failure: string | null
  pages: readonly { url: string; title: string }[]
  figures: Figures | null
  /** Whether the home page's text seems to come from scripts, so that little of it was read. */
  needsScript: boolean
  /** Questions to begin with, in the language of the site that was read. */
  suggestions: readonly string[]
  services: readonly OfferedService[]
  answered: readonly Answered[]
  questionsLeft: number
  isSent: boolean
  expiresAt: number
}

/** Returns everything that the private page shows. @throws {AppError} not-found */
export async function describeTrial(ctx: Ctx, token: string): Promise<TrialView> {
  const { id, host, state, failure, figures: stored, lead_id, expires_at } = await getTrial(ctx, token)
  const [rows, { services }, answered, { language }] = await Promise.all([
    ctx.db
      .selectFrom('site_trial_page')
      .select(['url', 'title', 'language', 'signs'])
      .where('trial_id', '=', id)
      .orderBy('position')
      .execute(),
    readContent(ctx),
    readAnswers(ctx, id),
    ctx.site(ctx),
  ])
  const figures = readFigures(stored)
  const read = rows.map((row) => ({ ...row, signs: signsSchema.parse(JSON.parse(row.signs)) }))
  return {
    host,
    state,
    failure,
    pages: read.map(({ url, title }) => ({ url, title })),
    figures,
    needsScript: read[0]?.signs.needsScript ?? false,
    suggestions: await suggestedQuestions(ctx, read[0]?.language),
    services: figures
      ? suggestFor(read, figures).flatMap(({ serviceId, evidence }) => {
          const service = services.find((each) => each.id === serviceId)
          return service ? [offered(service, { evidence, language })] : []
        })
      : [],
    answered,
    isSent: lead_id !== null,
    questionsLeft: Math.max(0, MOST_QUESTIONS - answered.length),
    expiresAt: expires_at,
  }
}

/** Falls back to the page's language if the product does not speak that of the site. */
async function suggestedQuestions(ctx: Ctx, language: string | undefined): Promise<string[]> {
  const own = (await wordedTexts(ctx, trialTexts)).chat.suggestions
  const site = await ctx.site(ctx)
  if (language === undefined || language === site.language) return Object.values(own)
  if (language === defaultLocale) return Object.values(trialTexts.of[defaultLocale].chat.suggestions)
  const translation = await ctx.translation(language)
  if (translation === null) return Object.values(own)
  const wording = makeWording({ changes: {}, facts: {}, pages: [], translation })
  return Object.values(wording.texts(trialTexts).chat.suggestions)
}

function offered(
  { plans, currency, ...service }: Service,
  { evidence, language }: { evidence: readonly Evidence[]; language: string },
): OfferedService {
  const { id, path, name, price, summary } = service
  return {
    id,
    path,
    name,
    price,
    summary,
    plans: plans.map((plan) => ({
      name: plan.name,
      price: formatMoney(plan.price, currency, language),
    })),
    evidence: evidence.map(({ sign, page: { url, title } }) => ({ sign, page: { url, title } })),
  }
}

/** Returns the questions with their answers, except answers that a restart interrupted. */
async function readAnswers(ctx: Ctx, trialId: string): Promise<Answered[]> {
  const rows = await ctx.db
    .selectFrom('site_trial_question')
    .select(['question', 'answer', 'sources'])
    .where('trial_id', '=', trialId)
    .orderBy('number')
    .execute()
  return rows.flatMap(({ question, answer, sources }) =>
    answer === null ? [] : [{ question, answer, sources: readSources(sources) }],
  )
}

export type TrialProgress = { state: TrialView['state']; pages: number; newest: string | null }

/** Returns what the page polls for while it waits. @throws {AppError} not-found */
export async function readProgress(ctx: Ctx, token: string): Promise<TrialProgress> {
  const { id, state } = await getTrial(ctx, token)
  const pages = await ctx.db
    .selectFrom('site_trial_page')
    .select('title')
    .where('trial_id', '=', id)
    .orderBy('position', 'desc')
    .execute()
  return { state, pages: pages.length, newest: pages[0]?.title ?? null }
}

const measuredSchema = z.object({
  url: z.string(),
  at: z.number(),
  files: z.array(
    z.object({
      url: z.string(),
      kind: z.enum(['document', 'script', 'style', 'picture', 'other']),
      bytes: z.number().nullable(),
    }),
  ),
})

const figuresSchema = z.object({
  theirs: measuredSchema,
  ours: measuredSchema.nullable(),
  readingTime: z.number(),
})

function readFigures(stored: string | null): Figures | null {
  return stored === null ? null : figuresSchema.parse(JSON.parse(stored))
}
