import { expect, test } from 'vitest'

import { parseBlock } from './parse-block.ts'
import { starterPages } from './starter/starter-pages.ts'

test('every block of the starter is read, and ids are unique on their page', () => {
  for (const { id, document } of starterPages) {
    const ids = document.blocks.map((block) => block.id)
    expect(new Set(ids).size, id).toBe(ids.length)
    for (const block of document.blocks) expect(parseBlock(block), id).not.toHaveProperty('fault')
  }
})
