import type { Element, ElementContent, Properties, Root, RootContent, Text } from 'hast'

type Parent = Root | Element

export function classesOf({ properties: { className } }: Element): string[] {
  return Array.isArray(className) ? className.map(String) : []
}

/** Yields every descendant element, parents first. `parseHtml` limits the tree's depth. */
export function* elementsIn(parent: Parent): Generator<Element> {
  for (const child of parent.children) {
    if (child.type !== 'element') continue
    yield child
    yield* elementsIn(child)
  }
}

/** Replaces each text node by what `replace` returns, except inside the elements in `except`. */
export function replaceTexts(
  parent: Parent,
  except: ReadonlySet<string>,
  replace: (text: Text) => ElementContent[] | null,
): void {
  const children: (RootContent | ElementContent)[] = []
  for (const child of parent.children) {
    const made = child.type === 'text' ? replace(child) : null
    if (made) for (const node of made) children.push(node)
    else children.push(child)
    if (child.type === 'element' && !except.has(child.tagName)) replaceTexts(child, except, replace)
  }
  parent.children = children as typeof parent.children
}

/** Returns a tree's text in one line, with spaces between blocks and without footnote marks. */
export function textOf(parent: Parent): string {
  const parts: string[] = []
  collect(parent, parts)
  return parts.join('').replaceAll(/\s+/g, ' ').trim()
}

const inline = new Set(
  'a abbr b code del em i ins kbd mark q s small span strike strong sub sup time tt u var'.split(' '),
)

function collect(parent: Parent, parts: string[]): void {
  for (const child of parent.children) {
    if (child.type === 'text') parts.push(child.value)
    if (child.type !== 'element' || /^doc-(noteref|backlink)$/.test(String(child.properties['role'])))
      continue
    const space = inline.has(child.tagName) ? '' : ' '
    parts.push(space)
    collect(child, parts)
    parts.push(space)
  }
}

/** Returns a tree's text with each of its characters, as code needs it. */
export function rawText(element: Parent): string {
  return element.children
    .map((child) => {
      if (child.type === 'text') return child.value
      if (child.type !== 'element') return ''
      return child.tagName === 'br' ? '\n' : rawText(child)
    })
    .join('')
}

/** Reads the code of a `pre`, whose `code` names the language. */
export function codeOf(pre: Element): { text: string; language: string } {
  const [code] = elementsIn(pre)
  const name = code?.tagName === 'code' ? String(code.properties['className'] ?? '') : ''
  const text = rawText(pre).replace(/^\n/, '').replace(/\n$/, '')
  return { text, language: name.replace(/^language-/, '') }
}

export function openTag(tagName: string, properties: Properties): string {
  const attributes = Object.entries(properties).map(
    ([name, value]) =>
      ` ${name.toLowerCase()}="${String(value).replaceAll('&', '&amp;').replaceAll('"', '&quot;')}"`,
  )
  return `<${tagName}${attributes.join('')}>`
}

/** Google and Outlook put an address of their own before the real one. */
export function targetOf(address: string): string {
  if (
    !/^https?:\/\/(?:www\.google\.[a-z.]+\/url|[\w.-]+\.safelinks\.protection\.outlook\.com\/)\?/i.test(
      address,
    )
  )
    return address
  const { searchParams } = new URL(address)
  return searchParams.get('q') ?? searchParams.get('url') ?? address
}
