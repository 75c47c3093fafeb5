import { sql } from 'kysely'

import { withoutAddresses } from '#app/lib/addresses-in-text.ts'
import { dayOf } from '#app/lib/site-day.ts'
import { SECOND } from '#app/platform/clock.ts'
import type { Ctx } from '#app/platform/context.server.ts'

import { crawlerOperators } from '../channels/ai-names.ts'
import { chunksOf, ROWS_A_STATEMENT } from '../rollups/add-to-rollups.server.ts'
import { OTHER } from '../rollups/dimensions.ts'

/** Longest delay of the crawlers' figures; a killed process loses no more. */
const FLUSH_AFTER_MS = 5 * SECOND
/** Cached results by user agent; about 1 MB. */
const MOST_AGENTS = 2000
/** Counts in memory, about 500 KB; further pages are counted together. */
const MOST_WAITING = 2000
/** Most rows per day. */
const MOST_STORED = 5000

export type CrawlerCounter = {
  /** Counts a request if it is a crawler's; costs about as much as one lookup in a map. */
  notice(path: string, userAgent: string): void
  flush(): Promise<void>
}

type Options = { isPage(path: string): boolean }

/** Counts pages requested by AI crawlers in memory and stores the counts in batches. */
export function createCrawlerCounter(ctx: Ctx, { isPage }: Options): CrawlerCounter {
  const agents = new Map<string, string | null>()
  let waiting = new Map<string, number>()
  let timer: NodeJS.Timeout | undefined

  function crawlerOfAgent(userAgent: string): string | null {
    const known = agents.get(userAgent)
    if (known !== undefined) return known
    const crawler = crawlerOf(userAgent)
    if (agents.size >= MOST_AGENTS) agents.clear()
    agents.set(userAgent, crawler)
    return crawler
  }

  function add(name: string, crawler: string, n: number): void {
    const isKept = waiting.has(name) || waiting.size < MOST_WAITING
    const under = isKept ? name : `${crawler}\n${OTHER}`
    const known = waiting.get(under)
    waiting.set(under, known === undefined ? n : known + n)
  }

  async function flush(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    const counted = waiting
    waiting = new Map()
    try {
      await store(ctx, counted)
    } catch (error) {
      // The counts wait for the next flush, up to the same limit.
      for (const [name, n] of counted) add(name, name.split('\n', 1)[0] ?? OTHER, n)
      ctx.log.error({ error, waiting: waiting.size }, 'crawlers.not_stored')
    }
  }

  return {
    notice(path, userAgent) {
      const crawler = crawlerOfAgent(userAgent)
      if (crawler === null || !isPage(path)) return
      add(`${crawler}\n${withoutAddresses(path).slice(0, 200)}`, crawler, 1)
      timer ??= setTimeout(() => void flush(), FLUSH_AFTER_MS).unref()
    },
    flush,
  }
}

type Row = { day: string; crawler: string; path: string; n: number }

/** Counts further paths under one name once a day has very many rows, because paths can be made up. */
async function boundPages(ctx: Ctx, day: string, rows: Row[]): Promise<Row[]> {
  const stored = ctx.db.selectFrom('crawl').where('day', '=', day)
  const { n } = await stored
    .select((select) => select.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  if (n + rows.length <= MOST_STORED) return rows
  const known = new Set(
    (await stored.select(['crawler', 'path']).execute()).map(({ crawler, path }) => `${crawler}\n${path}`),
  )
  const sums = new Map<string, Row>()
  for (const row of rows) {
    const path = known.has(`${row.crawler}\n${row.path}`) ? row.path : OTHER
    const name = `${row.crawler}\n${path}`
    const sum = sums.get(name)
    if (sum) sum.n += row.n
    else sums.set(name, { ...row, path })
  }
  return [...sums.values()]
}

async function store(ctx: Ctx, counted: ReadonlyMap<string, number>): Promise<void> {
  if (counted.size === 0) return
  const { timeZone } = await ctx.site(ctx)
  const day = dayOf(ctx.clock.now(), timeZone)
  // Sorted, so that two instances lock the rows in the same order.
  const rows = [...counted]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, n]) => {
      const [crawler = '', path = ''] = name.split('\n')
      return { day, crawler, path, n }
    })
  for (const some of chunksOf(await boundPages(ctx, day, rows), ROWS_A_STATEMENT))
    await ctx.db
      .insertInto('crawl')
      .values(some)
      .onConflict((conflict) =>
        conflict.columns(['day', 'crawler', 'path']).doUpdateSet({ n: sql`crawl.n + excluded.n` }),
      )
      .execute()
}

const names = crawlerOperators.flatMap((operator) => operator.names)
const byLowerCase = new Map(names.map((name) => [name.toLowerCase(), name]))
const pattern = new RegExp(`\\b(?:${names.join('|')})\\b`, 'i')
/** Real crawlers send shorter user agents than this. */
const LONGEST = 500

export function crawlerOf(userAgent: string): string | null {
  const found = userAgent.length > LONGEST ? null : pattern.exec(userAgent)
  return found ? (byLowerCase.get(found[0].toLowerCase()) ?? null) : null
}
