import type { Root } from 'hast'
import { fromParse5 } from 'hast-util-from-parse5'
import { toHtml } from 'hast-util-to-html'
import { parseFragment } from 'parse5'
import { expect, test } from 'vitest'

import { corporaOf } from '#tests/support/corpora.ts'

import { outlineOf } from './html-transforms.server.ts'
import { renderContent } from './render-content.server.ts'
import { safeHtml } from './safe-html.server.ts'
import { elementsIn, textOf } from '#app/features/editing/html-tree.ts'

function treeOf(html: string): Root {
  return fromParse5(parseFragment(html)) as Root
}

/** Removes what pages add to the specification's output: anchors, link targets, colours and frames around tables. */
function bare(html: string): string {
  const tree = treeOf(html)
  for (const { properties } of elementsIn(tree)) {
    for (const name of ['id', 'target', 'rel', 'loading', 'decoding', 'tabIndex']) delete properties[name]
    if ('src' in properties) properties['alt'] ??= ''
  }
  return toHtml(tree)
    .replaceAll(/<\/?span[^>]*>/g, '')
    .replaceAll(/\s*\n\s*/g, '\n')
    .replaceAll(/<blockquote>\s*<\/blockquote>/g, '<blockquote></blockquote>')
    .trim()
}

/** Returns the specification's output after removing unknown elements and schemes. */
function expected(html: string): string {
  const tree = safeHtml(treeOf(html))
  outlineOf(tree)
  return bare(toHtml(tree))
}

type Example = { example: number; section: string; markdown: string; html: string }

/** Numbers of CommonMark's examples in which we link bare addresses, unlike CommonMark. */
const otherwise = new Set([604, 610, 613])

for (const { title, isOwn, isHere, json } of corporaOf('markdown'))
  test.skipIf(!isHere)(
    `renders Markdown as CommonMark says (${title})`,
    async () => {
      const wrong: unknown[] = []
      let right = 0
      for (const { example, section, markdown, html } of json() as Example[]) {
        if (/raw html|html blocks/i.test(section) || otherwise.has(example)) continue
        const ours = bare((await renderContent(markdown)).html)
        if (ours === expected(html)) right += 1
        else wrong.push({ example, section, markdown, ours, theirs: expected(html) })
      }
      expect(wrong).toEqual([])
      expect(right).toBeGreaterThan(isOwn ? 20 : 570)
    },
    60_000,
  )

const safeTags =
  /^(h[1-6]|p|a|b|i|u|s|em|strong|code|pre|blockquote|ul|ol|li|table|thead|tbody|tfoot|tr|th|td|div|span|img|picture|source|hr|br|details|summary|figure|figcaption|section|abbr|mark|small|sub|sup|del|ins|kbd|samp|var|q|dl|dt|dd|ruby|rt|rp|rtc|rb|strike|tt|input)$/
const safeAttributes =
  /^(href|src|srcSet|alt|title|width|height|align|colSpan|rowSpan|scope|open|start|reversed|type|value|media|cite|dateTime|dir|lang|id|className|target|rel|loading|decoding|tabIndex|role|ariaLabel|checked|disabled)$/

/** Expects only elements and attributes of the lists above. */
async function expectSafe(source: string): Promise<void> {
  const { html, outline } = await renderContent(source)
  const tree = treeOf(html)
  expect(toHtml(tree), 'what browsers read is what was made').toBe(html)
  for (const { tagName, properties } of elementsIn(tree)) {
    expect(tagName).toMatch(safeTags)
    if (tagName === 'input') expect(properties).toMatchObject({ type: 'checkbox', disabled: true })
    for (const [name, value] of Object.entries(properties)) {
      expect(name).toMatch(safeAttributes)
      if (name === 'href' || name === 'src' || name === 'cite')
        expect(String(value)).toMatch(/^(https?:|ftp:|mailto:|tel:|[^:]*$|[^:]*[/?#])/i)
      if (name === 'id') expect(String(value)).toMatch(/^s-[a-z0-9-]+$/)
    }
  }
  for (const { id } of outline) expect(id).toMatch(/^s-[a-z0-9-]+$/)
}

for (const { title, isHere, cases } of corporaOf('html-xss'))
  test.skipIf(!isHere)(
    `nothing of hostile text is left (${title})`,
    async () => {
      for (const { input } of cases<{ input: string }>())
        for (const source of [
          input,
          `text ${input}`,
          `# ${input}`,
          `[a](${input})`,
          `![${input}](<${input}>)`,
          `\`\`\`${input}\n${input}`,
        ])
          await expectSafe(source)
    },
    60_000,
  )

for (const { title, isHere, cases } of corporaOf('autolink'))
  test.skipIf(!isHere)(`finds addresses in text where people see them (${title})`, async () => {
    const wrong: unknown[] = []
    for (const { text, link, class: kind } of cases<{ text: string; link: string | null; class: string }>()) {
      if (!['scheme', 'www', 'must-not-link'].includes(kind)) continue
      const { html } = await renderContent(text)
      const links = [...elementsIn(treeOf(html))].filter(({ tagName }) => tagName === 'a')
      const seen = links.flatMap((element) => [textOf(element), String(element.properties['href'])])
      const found = link === null ? seen.length === 0 : seen.includes(link)
      if (!found) wrong.push({ text, link, kind, html })
    }
    expect(wrong).toEqual([])
  })
