import type { z } from 'zod'

import type { blockTypes } from '../blocks.ts'
import type { BlockType } from '../define-block.ts'
import type { pageDocumentSchema } from '../page-document.ts'
import type { PageKind } from '../page-kinds.ts'

type StarterBlock<Block> =
  Block extends BlockType<infer Type, infer Shape>
    ? { id: string; type: Type; props: z.input<z.ZodObject<Shape>> }
    : never

/** A page of the starter site, shown until its owner edits it. */
export type StarterPage = Omit<z.input<typeof pageDocumentSchema>, 'blocks'> & {
  id: string
  kind: PageKind
  path: string
  blocks: readonly StarterBlock<(typeof blockTypes)[number]>[]
}
