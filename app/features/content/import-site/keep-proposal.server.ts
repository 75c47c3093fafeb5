import { type MadePost, makePost, storeNewPost } from '#app/features/blog/create-post.server.ts'
import { postLimits } from '#app/features/blog/parse-post.ts'
import { emptyPostForm } from '#app/features/blog/post-form.ts'
import { readMoment } from '#app/features/blog/transfer/imported-post.ts'
import { assertDefined } from '#app/lib/assert-defined.ts'
import { shortened } from '#app/lib/readable-text.ts'
import { recordChange } from '#app/platform/audit/record-change.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { withTransaction } from '#app/platform/db/transaction.server.ts'
import { AppError, FieldErrors } from '#app/platform/errors.ts'
import { enqueue } from '#app/platform/jobs/enqueue.server.ts'
import { requireActor } from '#app/platform/require-actor.ts'

import { ownFacts } from '../facts/own-facts.server.ts'
import { createPage } from '../pages/create-page.server.ts'
import { faultOfPath } from '../pages/page-path.ts'
import { listEntries } from '../pages/read-pages.server.ts'
import { beginTransfer } from '../transfer/start-transfer.server.ts'

import {
  type ProposedFact,
  type ProposedPage,
  type ProposedPost,
  type Proposal,
  proposalSchema,
} from './proposal.ts'
import { readSite } from './read-site.job.server.ts'

/** Starts reading another site in the background. @throws {FieldErrors} address. */
export async function startSiteImport(ctx: Ctx, { address }: { address: string }): Promise<{ id: string }> {
  requireActor(ctx, 'content.write')
  const typed = address.trim()
  const url = URL.parse(typed.includes('://') ? typed : `https://${typed}`)
  if (
    !url ||
    !/^https?:$/.test(url.protocol) ||
    typed === '' ||
    url.href.length > 200 ||
    url.username !== '' ||
    url.password !== ''
  )
    throw new FieldErrors({ address: 'Please enter an address such as https://www.example.com.' })
  url.hash = ''
  return withTransaction(ctx, async (ctx) => {
    const { id } = await beginTransfer(ctx, 'site', url.href)
    await enqueue(ctx, readSite, { id })
    await recordChange(ctx, {
      what: 'content.site_read',
      subject: { id, title: url.host, path: '/admin/transfer' },
    })
    return { id }
  })
}

/** Returns what was found on another site. @throws {AppError} not-found. */
export async function getProposal(ctx: Ctx, id: string): Promise<Proposal> {
  requireActor(ctx, 'content.read')
  const row = await ctx.db
    .selectFrom('content_transfer')
    .select('proposal')
    .where('id', '=', id)
    .where('kind', '=', 'site')
    .executeTakeFirst()
  if (!row || row.proposal === null)
    throw new AppError('not-found', 'There is no such proposal. A newer one may have replaced it.')
  return proposalSchema.parse(JSON.parse(row.proposal))
}

/** Indexes of the items that the owner ticked, in each list. */
export type Chosen = { pages: readonly number[]; posts: readonly number[]; facts: readonly number[] }

export function chosenOf(posted: FormData): Chosen {
  const places = (name: string) =>
    [...new Set(posted.getAll(name))].map(Number).filter((place) => Number.isInteger(place) && place >= 0)
  return { pages: places('pages'), posts: places('posts'), facts: places('facts') }
}

/** Makes drafts of the chosen items without publishing them. Items kept before are skipped. */
export async function keepProposal(
  ctx: Ctx,
  { id, chosen }: { id: string; chosen: Chosen },
): Promise<{ kept: number }> {
  requireActor(ctx, 'content.write')
  // A post is rendered by the pool, which must not be awaited in a transaction.
  const made = await makePosts(ctx, unkept((await getProposal(ctx, id)).posts, chosen.posts))
  return withTransaction(ctx, async (ctx) => {
    await ctx.engine.lockUntilCommit(ctx.db, `proposal ${id}`)
    const proposal = await getProposal(ctx, id)
    const pages = unkept(proposal.pages, chosen.pages)
    const posts = unkept(proposal.posts, chosen.posts)
    const facts = unkept(proposal.facts, chosen.facts)
    const kept = pages.size + posts.size + facts.size
    if (kept === 0) throw new AppError('invalid', 'Please choose what to keep.')
    for (const page of pages.values()) page.keptAs = await keepPage(ctx, page)
    if (facts.size > 0) await keepFacts(ctx, [...facts.values()])
    for (const [place, post] of posts) {
      const fresh = assertDefined(made.get(place), 'what was kept stays so')
      post.keptAs = (await storeNewPost(ctx, fresh, { published: false, keepsDraft: true })).id
      await keepDate(ctx, post.keptAs, post.date)
    }
    await storeProposal(ctx, id, proposal)
    return { kept }
  })
}

/** Gives a draft the date of the other site. It keeps that date when it is published. */
async function keepDate(ctx: Ctx, id: string, date: string): Promise<void> {
  const at = readMoment(date, (await ctx.site(ctx)).timeZone)
  if (at === null || at > ctx.clock.now()) return
  await ctx.db.updateTable('blog_post').set({ published_at: at }).where('id', '=', id).execute()
}

function unkept<Item extends { keptAs?: string | undefined }>(
  items: readonly Item[],
  places: readonly number[],
): Map<number, Item> {
  return new Map(
    [...items.entries()].filter(([place, { keptAs }]) => keptAs === undefined && places.includes(place)),
  )
}

async function makePosts(ctx: Ctx, posts: ReadonlyMap<number, ProposedPost>): Promise<Map<number, MadePost>> {
  const made = new Map<number, MadePost>()
  for (const [place, { title, content, excerpt, language, author }] of posts)
    made.set(
      place,
      await makePost(ctx, {
        ...emptyPostForm,
        title,
        content,
        language,
        excerpt: excerpt.slice(0, 300),
        author: shortened(author, postLimits.author),
      }),
    )
  return made
}

async function keepPage(ctx: Ctx, { kind, path, document }: ProposedPage): Promise<string> {
  const taken = new Set((await listEntries(ctx)).map((page) => page.path))
  let free = path
  for (let n = 2; taken.has(free) || faultOfPath(free) !== null; n += 1) {
    // If the path can never be a page's, use another word.
    free = faultOfPath(path) === null ? `${path}-${n}` : `/imported-${n}`
  }
  return (await createPage(ctx, { kind, path: free, document })).id
}

async function keepFacts(ctx: Ctx, facts: readonly ProposedFact[]): Promise<void> {
  const own = await ownFacts.read(ctx)
  const taken = new Set(own.map(({ name }) => name))
  const added = facts.map((fact) => {
    let { name } = fact
    for (let n = 2; taken.has(name); n += 1) name = `${fact.name}${n}`
    taken.add(name)
    fact.keptAs = name
    return { name, title: fact.title, value: fact.value }
  })
  await ownFacts.save(ctx, [...own, ...added])
}

async function storeProposal(ctx: Ctx, id: string, proposal: Proposal): Promise<void> {
  await ctx.db
    .updateTable('content_transfer')
    .set({ proposal: JSON.stringify(proposal), updated_at: ctx.clock.now() })
    .where('id', '=', id)
    .execute()
}
