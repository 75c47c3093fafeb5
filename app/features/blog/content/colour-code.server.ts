import {
  createCssVariablesTheme,
  createHighlighterCore,
  type HighlighterCore,
  type LanguageInput,
} from '@shikijs/core'
import { createJavaScriptRegexEngine } from '@shikijs/engine-javascript'
import type { Element, ElementContent, Root } from 'hast'

import { elementsIn, textOf } from '#app/features/editing/html-tree.ts'

/** Limits in characters per post and per line, to bound the time; code beyond them is not coloured. */
const MAX_COLOURED = 60_000
const MAX_LINE = 1000
/** Milliseconds per line, and of processor time per post. */
const LINE_TIME = 500
const POST_TIME = 1500

const theme = createCssVariablesTheme({ name: 'classes', variablePrefix: '--', fontStyle: false })
let highlighter: Promise<HighlighterCore> | undefined

/** Colours code blocks of known languages with classes, because public pages forbid inline styles. */
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
  if (load && !core.getLoadedLanguages().includes(language)) {
    await core.loadLanguage(load)
    // Compiles its rules, which takes about 100 ms.
    core.codeToTokensBase('x', { lang: language, theme: 'classes', tokenizeTimeLimit: 0 })
  }
  const lines = core.codeToTokensBase(text, {
    lang: language,
    theme: 'classes',
    tokenizeMaxLineLength: MAX_LINE,
    tokenizeTimeLimit: LINE_TIME,
  })
  return lines.flatMap((tokens, n) => {
    const made = tokens.map(({ content, color }) =>
      token(content, color && /--token-([\w-]+)/.exec(color)?.[1]),
    )
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

const languages: Readonly<Record<string, LanguageInput>> = {
  bash: () => import('@shikijs/langs/bash'),
  c: () => import('@shikijs/langs/c'),
  csharp: () => import('@shikijs/langs/csharp'),
  css: () => import('@shikijs/langs/css'),
  diff: () => import('@shikijs/langs/diff'),
  docker: () => import('@shikijs/langs/docker'),
  go: () => import('@shikijs/langs/go'),
  html: () => import('@shikijs/langs/html'),
  java: () => import('@shikijs/langs/java'),
  javascript: () => import('@shikijs/langs/javascript'),
  json: () => import('@shikijs/langs/json'),
  jsx: () => import('@shikijs/langs/jsx'),
  php: () => import('@shikijs/langs/php'),
  python: () => import('@shikijs/langs/python'),
  rust: () => import('@shikijs/langs/rust'),
  sql: () => import('@shikijs/langs/sql'),
  tsx: () => import('@shikijs/langs/tsx'),
  typescript: () => import('@shikijs/langs/typescript'),
  xml: () => import('@shikijs/langs/xml'),
  yaml: () => import('@shikijs/langs/yaml'),
}

const otherNames: Readonly<Record<string, string>> = {
  cs: 'csharp',
  dockerfile: 'docker',
  js: 'javascript',
  py: 'python',
  rs: 'rust',
  sh: 'bash',
  shell: 'bash',
  svg: 'xml',
  ts: 'typescript',
  yml: 'yaml',
}

/** Returns the language of a class such as `language-ts`, or null if it is unknown. */
function languageOf(className: string): string | null {
  const name = className.replace(/^language-/, '').toLowerCase()
  const known = Object.hasOwn(otherNames, name) ? (otherNames[name] ?? name) : name
  return Object.hasOwn(languages, known) ? known : null
}
