import { randomUUID } from 'node:crypto'

import { assertDefined } from '#app/lib/assert-defined.ts'

import type { Marking } from './fixed-part.tsx'

/** Random, so that no text of a page can contain it. */
const token = randomUUID()
const START = `<i data-part="${token} `
const CLOSED = '"></i>'
const END = `${START}end${CLOSED}`

type Parts = Map<string, string>

const known = new WeakMap<object, Parts>()

/** Renders a page, reusing the fixed parts of an earlier page with the same frame data. */
export async function withFixedParts(
  frame: object,
  render: (marking: Marking) => Promise<string> | string,
): Promise<string> {
  const parts = known.get(frame)
  const html = await render({ token, leavesOut: parts !== undefined })
  if (parts)
    return joinParts(html, (name) =>
      assertDefined(parts.get(name), 'pages with one frame have the same parts'),
    )
  const made: Parts = new Map()
  const joined = joinParts(html, (name, own) => {
    made.set(name, own)
    return own
  })
  known.set(frame, made)
  return joined
}

function joinParts(html: string, partOf: (name: string, own: string) => string): string {
  let joined = ''
  let from = 0
  for (let at = html.indexOf(START); at !== -1; at = html.indexOf(START, from)) {
    const named = html.indexOf(CLOSED, at)
    const name = html.slice(at + START.length, named)
    const end = html.indexOf(END, named)
    joined += html.slice(from, at) + partOf(name, html.slice(named + CLOSED.length, end))
    from = end + END.length
  }
  return joined + html.slice(from)
}
