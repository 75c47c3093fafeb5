import type { Element, ElementContent, Root } from 'hast'
import { createCssVariablesTheme, createHighlighterCore, type HighlighterCore } from '@shikijs/core'
import { createJavaScriptRegexEngine } from '@shikijs/engine-javascript'

import { languageOf, languages } from './code-languages.server.ts'
import { elementsIn, textOf } from './walk.ts'

/** Characters of code in one post that get colours, and in one line; the rest stays plain, so that time is bounded. */
const MAX_COLOURED = 60_000
const MAX_LINE = 1000
/** Milliseconds that a line may take, and of processor time all code of a post; a language's first line takes some hundred. */
const LINE_TIME = 500
const POST_TIME = 1500

const theme = createCssVariablesTheme({ name: 'classes', variablePrefix: '--', fontStyle: false })
let highlighter: Promise<HighlighterCore> | undefined

/** Colours the code blocks that name a language we know, by classes: style attributes are forbidden on public pages. */
export async function colourCode(tree: Root, isColoured: boolean): Promise<void> {
  let left = isColoured ? MAX_COLOURED : 0
  const before = process.cpuUsage()
  const used = () => {
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1000
  }
  for (const block of elementsIn(tree)) {
    if (block.tagName !== 'pre') continue
    block.properties['tabIndex'] = 0
    const [code] = block.children
    if (code?.type !== 'element' || code.tagName !== 'code') continue
    const language = languageOf([code.properties['className']].flat().join(' '))
    const text = rawTextOf(code)
    left -= text.length
    if (language && left >= 0 && used() < POST_TIME) code.children = await coloured(text, language)
  }
}

async function coloured(text: string, language: string): Promise<ElementContent[]> {
  highlighter ??= createHighlighterCore({
    themes: [theme],
    langs: [],
    engine: createJavaScriptRegexEngine({ forgiving: true }),
  })
  const core = await highlighter
  const load = languages[language]
  if (load && !core.getLoadedLanguages().includes(language)) await core.loadLanguage(load)
  const lines = core.codeToTokensBase(text, {
    lang: language,
    theme: 'classes',
    tokenizeMaxLineLength: MAX_LINE,
    tokenizeTimeLimit: LINE_TIME,
  })
  return lines.flatMap((tokens, n) => {
    const made = tokens.map(({ content, color }) => token(content, /--token-([\w-]+)/.exec(color ?? '')?.[1]))
    return n === 0 ? made : [{ type: 'text' as const, value: '\n' }, ...made]
  })
}

function token(value: string, kind: string | undefined): ElementContent {
  const text: ElementContent = { type: 'text', value }
  if (!kind) return text
  return { type: 'element', tagName: 'span', properties: { className: [`token-${kind}`] }, children: [text] }
}

function rawTextOf(element: Element): string {
  return element.children
    .map((child) => (child.type === 'text' ? child.value : child.type === 'element' ? textOf(child) : ''))
    .join('')
}
