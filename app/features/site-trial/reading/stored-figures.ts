import { z } from 'zod'

import type { Figures } from './measured.ts'

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

export function readFigures(stored: string | null): Figures | null {
  return stored === null ? null : figuresSchema.parse(JSON.parse(stored))
}
