import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'

import { AroundProvider, type PageFigures } from '#app/features/content/around.tsx'
import { PageBlocks } from '#app/features/content/page-blocks.tsx'
import { parseBlock } from '#app/features/content/parse-block.ts'

const props = {
  title: 'Figures',
  lcp: { name: 'Largest part', how: 'In {visits} visits.' },
  ttfb: { name: 'First byte', how: 'In {visits} visits.' },
  script: { name: 'Script', how: 'As sent.' },
  // Stored by former versions.
  tooFew: 'Only {visits} of {needed}.',
  none: 'Not measured.',
  asOf: 'As of {time}.',
}

const measured: PageFigures = {
  lcp: { p75: 850, visits: 1234 },
  ttfb: { p75: 40, visits: 20 },
  script: 5210,
  at: Date.UTC(2026, 10, 23, 13, 5),
  timeZone: 'Europe/Berlin',
}

function textOf(figures: PageFigures | undefined): string {
  const parsed = parseBlock({ id: 'figures', type: 'page-figures', version: 1, props })
  if ('fault' in parsed) throw new Error(parsed.fault)
  const around = { id: 'p', kind: 'page' as const, path: '/', name: 'P', ...(figures && { figures }) }
  const html = renderToString(
    <AroundProvider value={around}>
      <PageBlocks blocks={[parsed.block]} />
    </AroundProvider>,
  )
  return html.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ')
}

test('each figure stands with its unit, how it was measured, over how many visits and when', () => {
  const text = textOf(measured)
  expect(text).toContain('Largest part 0.85 sec In 1,234 visits.')
  expect(text).toContain('First byte 40 ms In 20 visits.')
  expect(text).toContain('Script 5.21 kB As sent.')
  expect(text).toMatch(/As of November 23, 2026 at 2:05\sPM GMT\+1\./)
})

test('a figure of fewer than 20 visits is left out, and what the build proves remains', () => {
  const text = textOf({ ...measured, ttfb: { p75: 40, visits: 19 }, lcp: { p75: null, visits: 0 } })
  expect(text).not.toMatch(/First byte|Largest part|Only|40 ms/)
  expect(text).toContain('Script 5.21 kB As sent.')
  expect(text).toContain('As of')
})

test('without any figure it says once that nothing was measured', () => {
  expect(textOf(undefined).match(/Not measured\./g)).toHaveLength(1)
  expect(textOf(undefined)).not.toMatch(/As of|Script/)
})
