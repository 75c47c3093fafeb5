import { setTimeout as sleep } from 'node:timers/promises'

import { sql } from 'kysely'

import { SECOND } from '#app/platform/clock.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { runAfterChanges } from '#app/platform/signals/run-after-changes.server.ts'
import { PAGES_TOPIC } from '#app/platform/signals/signals.server.ts'

import { MAX_KEPT_BYTES } from './kept-posts.server.ts'

/** Leaves time for a starting instance to serve its first pages, and for an import to end. */
const WAIT = 5 * SECOND
const AT_ONCE = 50
/** Rendering a post takes about 2 ms, so this takes a fifth of the time of one core. */
const REST_PER_MS = 4
/** Under load, some rendered pages are not stored; another round renders them again. */
const MOST_ROUNDS = 3
const STORED_WITHIN = SECOND
/** The rest of the storage is for posts that visitors request. */
const SHARE_OF_ROOM = 0.9

/** Renders a post's page by its path and keeps it. */
type LoadPost = (path: string) => (() => Promise<unknown>) | null

/**
 * Renders published posts that are not kept yet, the newest first, so that even the first visitor of a post gets a finished
 * page. Runs after the start and after changes. Posts that are kept but outdated wait for their next visitor, because
 * rewriting all of them after each change would fill the continuous backup.
 */
export function renderPostsAhead(ctx: Ctx, load: LoadPost, wait = WAIT): { stop(): Promise<void> } {
  return runAfterChanges(ctx, {
    topic: PAGES_TOPIC,
    wait,
    failed: 'blog.posts_not_rendered_ahead',
    async run(signal) {
      for (let round = 0; round < MOST_ROUNDS; round += 1) {
        if ((await renderMissing(ctx, load, signal)) === 0) return
        await sleep(STORED_WITHIN, undefined, { signal })
      }
    },
  })
}

/** Returns how many posts were rendered. */
async function renderMissing(ctx: Ctx, load: LoadPost, signal: AbortSignal): Promise<number> {
  let rendered = 0
  let last: { published_at: number | null; id: string } | undefined
  do {
    const posts = await resting(signal, () => publishedAfter(ctx, last))
    last = posts.at(-1)
    const missing = posts.filter(({ kept }) => kept === null)
    if (missing.length > 0 && (await isFull(ctx))) return 0
    for (const { slug } of shuffled(missing))
      if (await resting(signal, async () => load(`/blog/${slug}`)?.())) rendered += 1
  } while (last)
  return rendered
}

/** Does one piece of work, and leaves the event loop to others afterwards, also when the work was a statement of SQLite. */
async function resting<Result>(signal: AbortSignal, work: () => Promise<Result>): Promise<Result> {
  const began = performance.now()
  const result = await work()
  await sleep(REST_PER_MS * (performance.now() - began), undefined, { signal })
  return result
}

async function isFull({ db }: Ctx): Promise<boolean> {
  const { total } = await db
    .selectFrom('kept_post')
    .select(sql<number>`cast(coalesce(sum(bytes), 0) as bigint)`.as('total'))
    .executeTakeFirstOrThrow()
  return total > MAX_KEPT_BYTES * SHARE_OF_ROOM
}

function publishedAfter(ctx: Ctx, last: { published_at: number | null; id: string } | undefined) {
  let posts = ctx.db
    .selectFrom('blog_post')
    .leftJoin('kept_post', 'kept_post.slug', 'blog_post.slug')
    .select(['blog_post.id', 'blog_post.slug', 'published_at', 'kept_post.slug as kept'])
    .where('published', '=', 1)
  // A row comparison uses the index of lists.
  if (last) posts = posts.where(sql<boolean>`(published_at, id) < (${last.published_at}, ${last.id})`)
  return posts.orderBy('published_at', 'desc').orderBy('blog_post.id', 'desc').limit(AT_ONCE).execute()
}

/** Two instances that render ahead at the same time mostly render different posts. */
function shuffled<Item>(items: readonly Item[]): Item[] {
  return items
    .map((item) => ({ item, at: Math.random() }))
    .sort((one, other) => one.at - other.at)
    .map(({ item }) => item)
}
