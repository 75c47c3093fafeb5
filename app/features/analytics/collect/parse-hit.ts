import { z } from 'zod'

/** One request to the collecting address: a page that was opened, a press on "Get Started", or how quickly the page
 * was there once it is left. */
export type Hit = {
  /** Path with query. */
  url: string
  referrer: string
  timeZone: string | null
  isAutomated: boolean
  /** "Get Started" was pressed, which leads to the form on the same page. */
  isGetStarted: boolean
  vitals: { lcp: number | null; cls: number | null; inp: number | null } | null
}

const measured = z.number().min(0).max(1e7).optional()

/** Short names, for the script that sends them stands in every page. */
const hitSchema = z.object({
  u: z
    .string()
    .max(2000)
    .regex(/^\/(?!\/)/),
  r: z.string().max(2000).optional(),
  z: z.string().max(64).optional(),
  w: z.boolean().optional(),
  g: z.literal(true).optional(),
  v: z.object({ l: measured, c: measured, i: measured }).optional(),
})

/** Null for what no page of ours sends. */
export function parseHit(body: string): Hit | null {
  let read: unknown
  try {
    read = JSON.parse(body)
  } catch {
    return null
  }
  const parsed = hitSchema.safeParse(read)
  if (!parsed.success) return null
  const { u, r, z: timeZone, w, g, v } = parsed.data
  return {
    url: u,
    referrer: r ?? '',
    timeZone: timeZone || null,
    isAutomated: w ?? false,
    isGetStarted: g ?? false,
    vitals: v ? { lcp: whole(v.l), cls: whole(v.c), inp: whole(v.i) } : null,
  }
}

function whole(value: number | undefined): number | null {
  return value === undefined ? null : Math.round(value)
}
