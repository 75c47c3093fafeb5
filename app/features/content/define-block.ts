import type { ReactNode } from 'react'
import type { z } from 'zod'

import type { SiteIdentity } from '#app/platform/context.server.ts'

/** Whose site a block stands on. */
export type BlockSite = Pick<SiteIdentity, 'siteName' | 'publicUrl'>

/** A kind of section: its fields, and how it is shown. Its texts are the owner's, its design is ours. */
export type BlockType<Type extends string = string, Shape extends z.ZodRawShape = z.ZodRawShape> = {
  type: Type
  /** Goes up when props that are stored must be changed to be read; `migrate` then changes older ones. */
  version: number
  title: string
  help: string
  schema: z.ZodObject<Shape>
  /** Is given the block's id, by which links on the page and headings name it. */
  Component: (props: z.output<z.ZodObject<Shape>> & { id: string }) => ReactNode
  /** Makes props of the present version of those that were stored by an earlier one. */
  migrate?: (props: Readonly<Record<string, unknown>>, version: number) => Record<string, unknown>
  /** What search engines are told of it (schema.org). */
  structuredData?: (props: z.output<z.ZodObject<Shape>>, site: BlockSite) => object[]
}

/** A block type whose fields are not known to the caller: they are checked by its schema before they reach anything of it. */
export type AnyBlockType = Omit<BlockType, 'Component' | 'structuredData'> & {
  Component: (props: never) => ReactNode
  structuredData?: (props: never, site: BlockSite) => object[]
}

export function defineBlock<const Type extends string, const Shape extends z.ZodRawShape>(
  block: BlockType<Type, Shape>,
): BlockType<Type, Shape> {
  return block
}
