import { join } from 'node:path'

import { z } from 'zod'

import { apiConfig } from '#app/features/ai/config/api-config.server.ts'
import { testConnection } from '#app/features/ai/config/test-connection.server.ts'
import { findAccount } from '#app/features/ai/config/find-endpoints.server.ts'
import { isTwoFactorOn } from '#app/features/auth/two-factor/second-factor.server.ts'
import { ownFacts } from '#app/features/content/facts/own-facts.server.ts'
import { starterBrand } from '#app/features/site/brand/brand-schema.ts'
import { brandSetting } from '#app/features/site/brand/brand.server.ts'
import { brandPictures } from '#app/features/site/brand/logo/brand-pictures.server.ts'
import {
  type Checklist,
  checklistSetting,
  readChecklist,
} from '#app/features/site/checklist/checklist.server.ts'
import { providers } from '#app/platform/ai-provider-list.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { starterSite } from '#app/platform/env.server.ts'
import { requireActor } from '#app/platform/require-actor.ts'
import { defineSetting } from '#app/platform/settings/define-setting.server.ts'

import { findPromise } from './list-today.server.ts'

/** Which steps were verified, and whether the owner has hidden the list. */
export const firstDay = defineSetting({
  key: 'first-day',
  schema: z.object({ verified: z.array(z.string()), isHidden: z.boolean() }),
  defaults: { verified: [], isHidden: false },
  audit: null,
})

type Step = {
  title: string
  path: string
  /** Returns what is missing, or null if done. `checklist` is read once for all steps. */
  check: (ctx: Ctx, checklist: () => Promise<Checklist>) => Promise<string | null>
  /** A slow test. The step counts as done once this succeeded, as long as `check` finds nothing missing. */
  verify?: (ctx: Ctx) => Promise<string | null>
}

const providerNames = new Intl.ListFormat('en', { type: 'disjunction' }).format(
  Object.values(providers).map(({ label }) => label),
)

const steps = {
  brand: {
    title: 'Name and brand',
    path: '/admin/brand',
    async check(ctx) {
      const { siteName } = await ctx.site(ctx)
      const isNamed = siteName !== starterSite.siteName || (await isConfirmed(ctx, 'identity.siteName'))
      const [brand, { logo }] = await Promise.all([brandSetting.read(ctx), brandPictures.read(ctx)])
      const isOwn = logo !== null || JSON.stringify(brand) !== JSON.stringify(starterBrand)
      if (isNamed && isOwn) return null
      return isNamed ? 'Choose your logo or colours.' : 'Enter your name, then choose your logo or colours.'
    },
  },
  services: {
    title: 'Services and prices',
    path: '/admin/checklist#services-title',
    async check(_ctx, checklist) {
      const open = (await checklist()).open.filter(({ group }) => group === 'services').length
      if (open === 0) return null
      const are = open === 1 ? 'One service has' : `${open} services have`
      return `${are} the demo brand’s price and timeline. Enter your own, and confirm or remove the rest.`
    },
  },
  promise: {
    title: 'Reply promise',
    path: '/admin/facts',
    async check(ctx) {
      if ((await findPromise(ctx)) === null)
        return 'Enter under “We reply within” how long a reply takes, such as “2 hours” or “1 business day”.'
      const isOwn = (await ownFacts.read(ctx)).some(({ name }) => name === 'replyWithin')
      if (isOwn || (await isConfirmed(ctx, 'fact.replyWithin'))) return null
      return 'The site still shows the demo brand’s promise. Change “We reply within”, or confirm it in the checklist.'
    },
  },
  mail: {
    title: 'Mail',
    path: '/admin/connections',
    async check(ctx) {
      if (await ctx.mail(ctx)) return null
      return 'Connect your mail server, as in a mail program. Until then mails wait in the outbox.'
    },
    async verify(ctx) {
      const failure = await (await ctx.mail(ctx))?.verify()
      return failure ? `The mail server did not accept the connection: ${failure}` : null
    },
  },
  ai: {
    title: 'AI provider',
    path: '/admin/api',
    async check(ctx) {
      const { provider } = await apiConfig.read(ctx)
      return (await findAccount(ctx, provider))
        ? null
        : `Enter the key of your AI provider. You get one with an account at ${providerNames}.`
    },
    async verify(ctx) {
      const { provider, model } = await apiConfig.read(ctx)
      const tested = await testConnection(ctx, { provider, model })
      return tested.connected ? null : `${tested.title}: ${tested.text}`
    },
  },
  knowledge: {
    title: 'Knowledge',
    path: '/admin/knowledge',
    async check(ctx) {
      const item = await ctx.db
        .selectFrom('knowledge_item')
        .select('id')
        .where('kind', '!=', 'site')
        .where('status', '=', 'ready')
        .limit(1)
        .executeTakeFirst()
      return item ? null : 'Add a document, a text or a web page for the assistant to answer from.'
    },
  },
  assistant: {
    title: 'A first answer',
    path: '/',
    async check(ctx) {
      const reply = await ctx.db
        .selectFrom('chat_message')
        .select('id')
        .where('author', '=', 'assistant')
        .where('outcome', '=', 'whole')
        .where('sources', 'is not', null)
        .limit(1)
        .executeTakeFirst()
      return reply
        ? null
        : 'Ask the assistant on your site about something in your knowledge base until an answer names its source.'
    },
  },
  post: {
    title: 'First post',
    path: '/admin/blog',
    async check(ctx) {
      const post = await ctx.db
        .selectFrom('blog_post')
        .select('id')
        .where('published', '=', 1)
        .limit(1)
        .executeTakeFirst()
      return post ? null : 'Publish a post.'
    },
  },
  'two-factor': {
    title: 'Two-factor sign-in',
    path: '/admin/account/two-factor',
    async check(ctx) {
      const isOn = await isTwoFactorOn(ctx, requireActor(ctx, 'account.read').memberId)
      return isOn ? null : 'Turn on two-factor sign-in for your account.'
    },
  },
  backup: {
    title: 'Backup location',
    path: '/admin/connections#backup',
    async check(ctx) {
      const isElsewhere =
        ctx.backup.folder !== join(ctx.backup.dataDir, 'backups') || ctx.shipState() !== null
      if (isElsewhere) return null
      const storage = ctx.engine.name === 'sqlite' ? 'Connect a storage such as Amazon S3, or ask' : 'Ask'
      return `Backups are stored next to the data, so one disk failure would destroy both. ${storage} whoever runs the server to set BACKUP_DIR to another disk.`
    },
  },
  live: {
    title: 'Ready to be found',
    path: '/admin/checklist',
    async check(_ctx, checklist) {
      const { open, isOverridden } = await checklist()
      if (isOverridden || open.length === 0) return null
      return `Search engines are kept out until you have confirmed or replaced ${open.length} of the demo brand’s names, claims and pages.`
    },
  },
} as const satisfies Record<string, Step>

export type StepId = keyof typeof steps
const stepList = Object.entries(steps) as [StepId, Step][]
export const stepIds = stepList.map(([id]) => id)

export type FirstDayStep = { id: StepId; title: string; path: string; missing: string | null }

/** Returns the first steps of a new owner; null once all are done or the list is hidden. */
export async function readFirstDay(ctx: Ctx): Promise<FirstDayStep[] | null> {
  const { verified, isHidden } = await firstDay.read(ctx)
  if (isHidden) return null
  const reading = readChecklist(ctx)
  const found = await Promise.all(
    stepList.map(async ([id, { title, path, check, verify }]) => {
      const isUntried = verify !== undefined && !verified.includes(id)
      return {
        id,
        title,
        path,
        missing: (await check(ctx, () => reading)) ?? (isUntried ? 'Tick the box to test it now.' : null),
      }
    }),
  )
  return found.every(({ missing }) => missing === null) ? null : found
}

/** Tests a step now, and returns what is missing, or null. */
export async function verifyStep(
  ctx: Ctx,
  { step }: { step: StepId },
): Promise<{ title: string; missing: string | null }> {
  requireActor(ctx, 'settings.write')
  const { title, check, verify }: Step = steps[step]
  const missing = (await check(ctx, () => readChecklist(ctx))) ?? (await verify?.(ctx)) ?? null
  if (missing !== null) return { title, missing }
  const { verified, ...rest } = await firstDay.read(ctx)
  if (!verified.includes(step)) await firstDay.save(ctx, { ...rest, verified: [...verified, step] })
  return { title, missing }
}

export async function hideFirstDay(ctx: Ctx): Promise<void> {
  requireActor(ctx, 'settings.write')
  await firstDay.save(ctx, { ...(await firstDay.read(ctx)), isHidden: true })
}

async function isConfirmed(ctx: Ctx, id: string): Promise<boolean> {
  return (await checklistSetting.read(ctx)).confirmed.includes(id)
}
