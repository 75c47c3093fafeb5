import { expect, test } from 'vitest'

import { renderBlocks } from '#tests/support/render-blocks.tsx'

import { parseBlock } from '../parse-block.ts'

function blockOf(props: Record<string, unknown>) {
  return parseBlock({ id: 'talk', type: 'booking', version: 1, props: { title: 'Talk to us', ...props } })
}

test.each([
  ['', '/book'],
  ['consultation', '/book/consultation'],
])('the button for the meeting %j leads to %s', async (meeting, href) => {
  const parsed = blockOf({ meeting, button: 'See free times', note: '30 minutes' })
  if ('fault' in parsed) throw new Error(parsed.fault)
  const html = await renderBlocks([parsed.block])
  expect(html).toContain(`href="${href}"`)
  expect(html).toContain('30 minutes')
})

test.each(['../admin', 'a b', '"onclick', 'javascript:x', '%2e%2e'])('%j is no meeting', (meeting) => {
  expect(blockOf({ meeting, button: 'See free times' })).toHaveProperty('fault')
})
