import type { ComponentType } from 'react'

import { findBlockType } from './blocks.ts'
import type { PageBlock } from './parse-block.ts'

export function PageBlocks({ blocks }: { blocks: readonly PageBlock[] }) {
  return blocks.map(({ id, type, props }) => {
    // The props passed the schema of this type (parse-block.ts).
    const Component = findBlockType(type)?.Component as ComponentType<Record<string, unknown>> | undefined
    return Component ? <Component key={id} id={id} {...props} /> : null
  })
}
