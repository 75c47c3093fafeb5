import type { ReactNode } from 'react'
import type { z } from 'zod'

import type { SiteIdentity } from '#app/platform/context.server.ts'

export type BlockSite = Pick<SiteIdentity, 'siteName' | 'publicUrl'>

/** A kind of block: its fields and its component. The owner writes its texts; the design is fixed. */
export type BlockType<Type extends string = string, Shape extends z.ZodRawShape = z.ZodRawShape> = {
  type: Type
  /** Goes up when stored props must be converted; `migrate` then converts older ones. */
  version: number
  title: string
  help: string
  /** The admin page of what the block shows but does not contain; its members read settings. */
  settings?: { name: string; path: string }
  schema: z.ZodObject<Shape>
  /** Receives the block's id, which headings and links on the page refer to. */
  Component: (props: z.output<z.ZodObject<Shape>> & { id: string }) => ReactNode
  /** Converts props stored by an earlier version to the current one. */
  migrate?: (props: Readonly<Record<string, unknown>>, version: number) => Record<string, unknown>
  /** Structured data of the block for search engines (schema.org). */
  structuredData?: (props: z.output<z.ZodObject<Shape>>, site: BlockSite) => object[]
}

export const questionsOfForm = { name: 'Questions of the form', path: '/admin/contact-form' }

/** A block type whose fields the caller does not know; its schema checks props before they reach `Component`. */
export type AnyBlockType = Omit<BlockType, 'Component' | 'structuredData'> & {
  Component: (props: never) => ReactNode
  structuredData?: (props: never, site: BlockSite) => object[]
}

export function defineBlock<const Type extends string, const Shape extends z.ZodRawShape>(
  block: BlockType<Type, Shape>,
): BlockType<Type, Shape> {
  return block
}
