import type { Element, ElementContent, Root, RootContent } from 'hast'

import { shortened } from '#app/lib/readable-text.ts'

import { classesOf, elementsIn, rawText, targetOf, textOf } from '#app/features/editing/html-tree.ts'

const dropped: Readonly<Record<string, string>> = {
  script: 'A script',
  style: 'A style sheet',
  form: 'A form',
  svg: 'A drawing (SVG)',
  math: 'A formula (MathML)',
  canvas: 'A drawing',
  template: 'A template',
}

/** Leaves out what no post shows, and writes players, code and emphasis as Markdown has them. */
export function prepareHtml(parent: Root | Element, warnings: Set<string>): void {
  dropRepeatedPictures(parent)
  const kept: (RootContent | ElementContent)[] = []
  for (const child of parent.children) {
    if (child.type === 'comment') continue
    if (child.type !== 'element') {
      kept.push(child)
      continue
    }
    const { tagName } = child
    const name = dropped[tagName]
    if (name) {
      if (tagName !== 'style' && tagName !== 'template') warnings.add(`${name} was left out.`)
      continue
    }
    if (isReview(child)) {
      warnings.add('Comments or deleted words of a text under review were left out.')
      continue
    }
    if (isHidden(child)) {
      const text = shortened(textOf(child), 100)
      warnings.add(text ? `Hidden text was left out: “${text}”.` : 'A hidden element was left out.')
      continue
    }
    if (/^(?:iframe|video|audio|embed|object)$/.test(tagName)) {
      const link = linkOfPlayer(child)
      if (link) kept.push(link)
      else warnings.add('An embedded element without an address was left out.')
      continue
    }
    if (tagName === 'img') {
      useLazySource(child)
      const { src } = child.properties
      if (typeof src === 'string' && /^data:/i.test(src)) {
        warnings.add('A picture within the text (data:) was left out.')
        continue
      }
    }
    const { href } = child.properties
    if (tagName === 'a' && typeof href === 'string') child.properties['href'] = targetOf(href.trim())
    if (tagName === 'pre') nameLanguage(child, parent)
    // Text copied from Google Docs stands in such an element as a whole.
    if (tagName === 'b' && /font-weight:\s*(?:normal|400)/i.test(styleOf(child))) child.tagName = 'span'
    prepareHtml(child, warnings)
    if (/^(?:p|h[1-6]|li|t[dh]|d[dt]|div|blockquote|figcaption)$/.test(tagName)) trimBreaks(child)
    kept.push(child)
  }
  parent.children = kept as typeof parent.children
}

/** Pages that load a picture late repeat it for visitors without scripts. */
function dropRepeatedPictures(parent: Root | Element): void {
  const children: (RootContent | ElementContent)[] = parent.children
  const elements = children.filter((child) => child.type === 'element')
  const repeats = elements.filter(({ tagName }) => tagName === 'noscript')
  if (repeats.length === 0) return
  const shown = new Set<unknown>()
  for (const picture of elements.filter(({ tagName }) => tagName === 'img')) {
    useLazySource(picture)
    shown.add(picture.properties['src'])
  }
  for (const repeat of repeats)
    repeat.children = repeat.children.filter(
      (child) => !(child.type === 'element' && child.tagName === 'img' && shown.has(child.properties['src'])),
    )
}

/** Whether an element is a comment or a deleted word, as pages saved by Word or Google Docs have them. */
function isReview(element: Element): boolean {
  const { tagName, properties } = element
  if (tagName === 'del' && /^mailto:/i.test(String(properties['cite']))) return true
  if (classesOf(element).some((name) => /^mso(?:del|com(?:anchor|off|txt|menttext))$/i.test(name)))
    return true
  if (/mso-(?:element|special-character)\s*:\s*comment/i.test(styleOf(element))) return true
  if (tagName === 'a') return /#(?:_mso(?:com|anchor)_|cmnt(?:_ref)?)\d+$/.test(String(properties['href']))
  const first = element.children.find((child) => child.type === 'element')
  if (tagName === 'sup') return first !== undefined && element.children.length === 1 && isReview(first)
  const [mark] = tagName === 'div' && first?.tagName === 'p' ? elementsIn(first) : []
  return mark !== undefined && /^#cmnt_ref\d+$/.test(String(mark.properties['href']))
}

export function isHidden(element: Element): boolean {
  const { hidden } = element.properties
  const isSaid = hidden === true || (typeof hidden === 'string' && hidden !== 'until-found')
  return isSaid || /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*hidden)/i.test(styleOf(element))
}

function styleOf({ properties: { style } }: Element): string {
  return typeof style === 'string' ? style : ''
}

/** Browsers show nothing for a line break at the end of a block. */
function trimBreaks(block: Element): void {
  for (let last = block.children.at(-1); last; last = block.children.at(-1)) {
    const isBreak = last.type === 'element' && last.tagName === 'br'
    if (!isBreak && !(last.type === 'text' && /^[ \t\n\r\f]*$/.test(last.value))) return
    block.children.pop()
  }
}

function useLazySource({ properties }: Element): void {
  const { src } = properties
  const lazy =
    properties['dataSrc'] ??
    properties['dataLazySrc'] ??
    properties['dataOriginal'] ??
    properties['dataOrigSrc']
  if (typeof lazy === 'string' && lazy !== '' && (!src || /^data:|placeholder|blank\.gif|spacer/i.test(src)))
    properties['src'] = lazy
  if (!properties['src']) {
    const [first] = String(properties['srcSet'] ?? properties['dataSrcSet'] ?? '')
      .trim()
      .split(/\s+/)
    if (first) properties['src'] = first
  }
}

function linkOfPlayer(player: Element): Element | null {
  const inner = [...elementsIn(player)].find(
    ({ tagName, properties }) => (tagName === 'source' || tagName === 'embed') && properties['src'],
  )
  const { src, dataSrc, data, title } = player.properties
  const address = watchAddress(String(src || dataSrc || data || inner?.properties['src'] || '').trim())
  if (!/^(?:https?:)?\/|^[\w.%-]/.test(address) || /^(?:data|javascript|about|blob):/i.test(address))
    return null
  const name = typeof title === 'string' && title.trim() !== '' ? title.trim() : address
  return {
    type: 'element',
    tagName: 'p',
    properties: {},
    children: [
      {
        type: 'element',
        tagName: 'a',
        properties: { href: address.startsWith('//') ? `https:${address}` : address },
        children: [{ type: 'text', value: shortened(name, 200) }],
      },
    ],
  }
}

function watchAddress(address: string): string {
  const [, youtube] =
    /^(?:https?:)?\/\/(?:www\.)?youtube(?:-nocookie)?\.com\/(?:embed|v)\/([\w-]{6,20})/.exec(address) ?? []
  if (youtube && youtube !== 'videoseries') return `https://www.youtube.com/watch?v=${youtube}`
  const [, vimeo] = /^(?:https?:)?\/\/player\.vimeo\.com\/video\/(\d+)/.exec(address) ?? []
  return vimeo ? `https://vimeo.com/${vimeo}` : address
}

/** Classes that name a language, as different highlighters write them. */
const LANGUAGE_CLASS =
  /^(?:lang(?:uage)?-|brush:|highlight-source-|highlight-text-|sourceCode-|prettyprint-)([\w+#.-]{1,30})/i
/** Other classes of highlighters, beside which the language stands alone. */
const notLanguages =
  /^(?:hljs|highlight\S*|code\S*|wp-\S+|sourceCode|pretty\S*|line\S*|nolang|notranslate|syntax\S*|brush:|title:|no\S*|enlighter\S*|lang)$/i

/** Gives the code of a `pre` the language that highlighters name in different places. */
function nameLanguage(pre: Element, parent: Root | Element): void {
  const first = pre.children.find((child) => child.type === 'element')
  const code = first?.tagName === 'code' ? first : null
  const places = [...(code ? [code] : []), pre]
  const around = parent.type === 'element' ? [...places, parent] : places
  const named =
    around
      .flatMap(classesOf)
      .map((name) => LANGUAGE_CLASS.exec(name)?.[1])
      .find(Boolean) ??
    places
      .flatMap(({ properties }) => [
        properties['dataLang'],
        properties['dataLanguage'],
        properties['dataEnlighterLanguage'],
        properties['lang'],
      ])
      .find((value) => typeof value === 'string' && value !== '') ??
    places.map(classAlone).find(Boolean)
  const text = rawText(pre)
  delete pre.properties['lang']
  const inner = [...elementsIn(pre)]
  if (inner.some(({ tagName }) => tagName === 'img')) return
  const language = typeof named === 'string' ? named.toLowerCase().replace(/;$/, '') : ''
  pre.children = [
    {
      type: 'element',
      tagName: 'code',
      properties: /^[\w+#.-]{1,30}$/.test(language) ? { className: [`language-${language}`] } : {},
      children: [{ type: 'text', value: text }],
    },
  ]
}

/** `brush: php; title: …` and `hljs php` are several classes. */
function classAlone(element: Element): string | null {
  const classes = classesOf(element)
  const at = classes.indexOf('brush:')
  if (at !== -1) return classes[at + 1] ?? null
  if (!classes.some((name) => /^(?:hljs|sourceCode|prettyprint)$/.test(name))) return null
  return classes.find((name) => /^[a-z][\w+#-]{0,20};?$/i.test(name) && !notLanguages.test(name)) ?? null
}
