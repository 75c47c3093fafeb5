export function textOf({ textContent }: Node): string {
  return textContent ?? ''
}

export function attributeOf(element: Element, name: string): string {
  return element.getAttribute(name) ?? ''
}

const REVIEW =
  '.msoDel, del[cite^="mailto:"], .msocomanchor, .msocomoff, .msocomtxt, .MsoCommentText, [href*="#_msocom_"], [href*="#_msoanchor_"]'

/** Removes comments and deleted words, which Word puts on the clipboard together with the text. */
export function dropReview(body: HTMLElement): boolean {
  const dropped = [...body.querySelectorAll<HTMLElement>('[style*="mso-" i]')].filter((element) =>
    /mso-(?:element|special-character):\s*comment/i.test(attributeOf(element, 'style')),
  )
  for (const element of body.querySelectorAll<HTMLElement>(REVIEW)) dropped.push(element)
  for (const element of dropped) {
    const paragraph = element.closest('p, li, h1, h2, h3, h4, h5, h6')
    element.remove()
    if (paragraph && isOnlyMark(paragraph)) paragraph.remove()
  }
  return dropped.length > 0
}

function isOnlyMark(paragraph: Element): boolean {
  const marks = [...paragraph.querySelectorAll('[style*="mso-list:Ignore" i]')].map(textOf).join('')
  return textOf(paragraph).replace(marks, '').trim() === '' && paragraph.querySelector('img') === null
}

/** Removes cells of hidden columns. A spreadsheet marks them in the `col` elements. */
export function dropHiddenColumns(body: HTMLElement): void {
  for (const table of body.querySelectorAll('table')) {
    const hidden = [...table.querySelectorAll<HTMLElement>('col')].flatMap((column) =>
      Array.from({ length: Math.min(1000, Number(column.getAttribute('span')) || 1) }, () =>
        /display:\s*none/i.test(attributeOf(column, 'style')),
      ),
    )
    if (!hidden.includes(true)) continue
    const taken: number[] = []
    for (const row of table.querySelectorAll('tr')) {
      let at = 0
      for (const cell of row.querySelectorAll<HTMLTableCellElement>('td, th')) {
        while ((taken[at] ?? 0) > 0) at += 1
        const places = Array.from({ length: spanOf(cell) }, (_, n) => at + n)
        for (const place of places) taken[place] = cell.rowSpan || 1
        at += places.length
        const shown = places.filter((place) => !hidden[place])
        if (shown.length === 0) cell.remove()
        else cell.setAttribute('colspan', String(shown.length))
      }
      for (const place of taken.keys()) taken[place] = Math.max(0, (taken[place] ?? 0) - 1)
    }
  }
}

/** Word writes lists as paragraphs that name their level and begin with their mark. */
export function listsOfWord(body: HTMLElement): void {
  let open: { list: HTMLElement; level: number; margin: number }[] = []
  for (const paragraph of body.querySelectorAll<HTMLElement>(
    '[style*="mso-list"], p[class^=MsoListParagraph]',
  )) {
    const margin = Number(/margin-left:\s*([\d.]+)pt/i.exec(attributeOf(paragraph, 'style'))?.[1] ?? 36)
    if (!/mso-list/i.test(attributeOf(paragraph, 'style'))) {
      if (open[0] && previousOf(paragraph) !== open[0].list) open = []
      while (open.length > 1 && (open.at(-1)?.margin ?? 0) > margin) open.pop()
      const item = open.at(-1)?.list.lastElementChild
      if (isBlank(paragraph)) open = []
      else if (item) continueItem(item, paragraph)
      continue
    }
    const [, level] = /mso-list:\s*\S+\s+level(\d+)/i.exec(attributeOf(paragraph, 'style')) ?? []
    const mark = markOf(paragraph)
    if (!level || mark === null || /^(?:h[1-6]|li)$/.test(paragraph.localName)) continue
    const before = open[0]?.list
    if (!before || previousOf(paragraph) !== before) open = []
    const depth = Number(level)
    while ((open.at(-1)?.level ?? 0) > depth) open.pop()
    let current = open.at(-1)
    if (current?.level !== depth) {
      const isOrdered = /^\(?(?:\d+|[a-z]{1,4})[.)]/i.test(mark)
      const list = body.ownerDocument.createElement(isOrdered ? 'ol' : 'ul')
      const start = Number.parseInt(mark, 10)
      if (isOrdered && start > 1) list.setAttribute('start', String(start))
      const item = current?.list.lastElementChild
      if (item) item.append(list)
      else paragraph.before(list)
      current = { list, level: depth, margin }
      open.push(current)
    }
    const item = body.ownerDocument.createElement('li')
    item.append(...paragraph.childNodes)
    current.list.append(item)
    paragraph.remove()
  }
}

function continueItem(item: Element, paragraph: HTMLElement): void {
  if (item.firstElementChild?.localName !== 'p') {
    const first = item.ownerDocument.createElement('p')
    first.append(...[...item.childNodes].filter(({ nodeName }) => !/^[OU]L$/.test(nodeName)))
    item.prepend(first)
  }
  item.append(paragraph)
}

/** Takes the mark of a list item out of its paragraph; null if there is none. */
function markOf(paragraph: HTMLElement): string | null {
  for (const span of paragraph.querySelectorAll<HTMLElement>('span')) {
    if (!/mso-list:\s*ignore/i.test(attributeOf(span, 'style'))) continue
    const text = textOf(span)
      .replaceAll(/[\s\u00A0]+/g, ' ')
      .trim()
    span.remove()
    return text
  }
  return null
}

export function previousOf(element: Element): Element | null {
  let before = element.previousSibling
  while (before?.nodeType === 8 || (before?.nodeType === 3 && textOf(before).trim() === ''))
    before = before.previousSibling
  return before?.nodeType === 1 ? (before as Element) : null
}

/** Pages, Notes and TextEdit write headings as paragraphs of a larger font, which only their style sheet names. */
export function headingsOfCocoa(page: Document): void {
  if (!page.querySelector('meta[content^="Cocoa HTML Writer"]')) return
  const sheet = [...page.querySelectorAll('style')].map(({ textContent }) => textContent ?? '').join('\n')
  const sizes = new Map<string, number>()
  for (const [, name = '', size] of sheet.matchAll(/p\.(p\d+)\s*\{[^}]*?font:[^;}]*?([\d.]+)px/g))
    sizes.set(name, Number(size))
  const lengths = new Map<number, number>()
  const paragraphs = [...page.querySelectorAll('p')]
  for (const { className, textContent } of paragraphs) {
    const size = sizes.get(className)
    if (size) lengths.set(size, (lengths.get(size) ?? 0) + (textContent ?? '').length)
  }
  const [usual] = [...lengths].toSorted(([, one], [, other]) => other - one)[0] ?? []
  if (!usual) return
  const larger = [...lengths.keys()]
    .filter((size) => size >= usual * 1.15)
    .toSorted((one, other) => other - one)
  for (const paragraph of paragraphs) {
    const level = larger.indexOf(sizes.get(paragraph.className) ?? 0)
    if (level === -1 || textOf(paragraph).trim() === '') continue
    const heading = page.createElement(`h${Math.min(level + 1, 6)}`)
    heading.textContent = paragraph.textContent
    paragraph.replaceWith(heading)
  }
}

/** Mail programs write each line as an element, and an empty one between paragraphs. */
export function linesOfMail(body: HTMLElement): void {
  for (const parent of [body, ...body.querySelectorAll<HTMLElement>('div, blockquote')]) {
    const lines = [...parent.children].filter((child) => child.localName === 'div' && isLine(child))
    if (!lines.some(isBlank) && !body.querySelector('[class^=gmail_]')) continue
    for (const line of lines) {
      const before = previousOf(line)
      if (isBlank(line)) continue
      if (before?.localName === 'p' && before.hasAttribute('data-line')) {
        before.append(line.ownerDocument.createElement('br'), ...line.childNodes)
        line.remove()
        continue
      }
      const paragraph = line.ownerDocument.createElement('p')
      paragraph.setAttribute('data-line', '')
      paragraph.append(...line.childNodes)
      line.replaceWith(paragraph)
    }
  }
}

export function isBlank(line: Element): boolean {
  return textOf(line).trim() === '' && line.querySelector('img') === null
}

function isLine(element: Element): boolean {
  return element.querySelector('div,p,ul,ol,table,blockquote,pre,h1,h2,h3,h4,h5,h6,hr') === null
}

/** Makes tables what Markdown has: rows of one width whose cells hold one line. Tables for layout are left out. */
export function labelCells(body: HTMLElement): void {
  for (const table of [...body.querySelectorAll('table')].toReversed()) {
    const rows = [...table.querySelectorAll('tr')].map((row) => [
      ...row.querySelectorAll<HTMLElement>('td, th'),
    ])
    const width = Math.max(0, ...rows.map((cells) => cells.reduce((sum, cell) => sum + spanOf(cell), 0)))
    const isLayout =
      width < 2 ||
      table.getAttribute('role') === 'presentation' ||
      table.querySelector('table, h1, h2, h3, pre')
    if (isLayout) {
      unwrapTable(table, rows.flat())
      continue
    }
    const made = table.ownerDocument.createElement('table')
    for (const [at, cells] of rows.entries()) {
      const row = made.insertRow()
      for (const cell of cells) {
        row.append(cellOf(cell, at === 0))
        for (let n = 1; n < spanOf(cell); n += 1)
          row.append(row.ownerDocument.createElement(at === 0 ? 'th' : 'td'))
      }
      while (row.children.length < width) row.append(row.ownerDocument.createElement(at === 0 ? 'th' : 'td'))
    }
    table.replaceWith(made)
  }
}

function spanOf(cell: Element): number {
  return Math.min(50, Math.max(1, Number(cell.getAttribute('colspan') ?? 1) || 1))
}

function unwrapTable(table: Element, cells: readonly HTMLElement[]): void {
  const parts = cells.map((cell) => {
    const part = table.ownerDocument.createElement('div')
    part.append(...cell.childNodes)
    return part
  })
  table.replaceWith(...parts)
}

function cellOf(cell: HTMLElement, isHead: boolean): HTMLElement {
  const made = cell.ownerDocument.createElement(isHead ? 'th' : 'td')
  const align =
    cell.getAttribute('align') ?? /text-align:\s*(center|right)/i.exec(attributeOf(cell, 'style'))?.[1]
  if (align && /^(?:center|right)$/i.test(align)) made.setAttribute('align', align.toLowerCase())
  for (const block of cell.querySelectorAll('p, div, li, ul, ol, blockquote, pre, h4, h5, h6')) {
    if (block.localName === 'li') block.prepend('– ')
    block.after(cell.ownerDocument.createElement('br'))
    block.replaceWith(...block.childNodes)
  }
  made.append(...cell.childNodes)
  if (isHead) for (const bold of made.querySelectorAll('strong')) bold.replaceWith(...bold.childNodes)
  return made
}
