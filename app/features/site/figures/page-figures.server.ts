import { stat } from 'node:fs/promises'
import { join } from 'node:path'

import { readSpeed } from '#app/features/analytics/stats/read-speed.server.ts'
import type { PageFigures } from '#app/features/content/around.tsx'
import { pageFiguresBlock } from '#app/features/content/blocks/page-figures/page-figures.tsx'
import type { ContentPage } from '#app/features/content/build-content.server.ts'
import { MINUTE } from '#app/platform/clock.ts'
import type { Ctx } from '#app/platform/context.server.ts'

/** Avoids reading the figures at each render; a cached page is at most an hour old. */
const FRESH = 5 * MINUTE
const DAYS = 28

type Known = { script: number | null; figures: Promise<PageFigures> | null; readAt: number }

const createKnown = (): Known => ({ script: null, figures: null, readAt: 0 })

/** Sums the sizes of the scripts that every public page loads, as sent with Brotli. */
export async function weighScripts(
  ctx: Pick<Ctx, 'state'>,
  { module, imports }: { module: string; imports: readonly string[] },
): Promise<void> {
  if (!import.meta.env.PROD) return
  const sizes = await Promise.all([module, ...imports].map(sizeOf))
  ctx.state.of(createKnown).script = sizes.every((size) => size !== null)
    ? sizes.reduce((sum, size) => sum + size, 0)
    : null
}

/** Small files are not compressed in advance. */
async function sizeOf(path: string): Promise<number | null> {
  const file = join('build/client', path)
  const found = await stat(`${file}.br`).catch(() => stat(file).catch(() => null))
  return found && found.size
}

/** Adds the site's figures to a page that shows them. If the database is unreachable, the page goes without them. */
export async function withFigures(ctx: Ctx, page: ContentPage): Promise<ContentPage> {
  if (page.blocks.every(({ type }) => type !== pageFiguresBlock.type)) return page
  const known = ctx.state.of(createKnown)
  const now = ctx.clock.now()
  if (!known.figures || now - known.readAt >= FRESH) {
    known.readAt = now
    known.figures = readFigures(ctx, known.script)
  }
  try {
    return { ...page, around: { ...page.around, figures: await known.figures } }
  } catch (error) {
    known.figures = null
    ctx.log.warn({ error }, 'figures.unreachable')
    return page
  }
}

async function readFigures(ctx: Ctx, script: number | null): Promise<PageFigures> {
  const [speed, { timeZone }] = await Promise.all([readSpeed(ctx, DAYS), ctx.site(ctx)])
  return { ...speed, script, at: ctx.clock.now(), timeZone }
}
