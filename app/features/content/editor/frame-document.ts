import { type Blocks, pathOfPlace } from './editor-state.ts'

export type FrameEvents = {
  onChoose: (id: string) => void
  onText: (place: string, text: string) => void
  /** A text was clicked that can only be changed in the form. */
  onField: (place: string) => void
  onUndo: () => void
  onRedo: () => void
}

/** `instanceof` does not work here, because the frame has its own realm with its own classes. */
function elementOf(target: EventTarget | null): Element | null {
  const node = target as Node | null
  if (!node || !('nodeType' in node)) return null
  return node.nodeType === 1 ? (node as Element) : node.parentElement
}

const closest = (event: Event, selector: string) =>
  elementOf(event.target)?.closest<HTMLElement>(selector) ?? null

/** Adds the listeners from outside, because no script runs in the frame. */
export function listenIn(frame: Document, events: FrameEvents): void {
  const on = <Name extends keyof DocumentEventMap>(
    name: Name,
    listener: (event: DocumentEventMap[Name]) => void,
  ) => frame.addEventListener(name, listener, { capture: true })

  on('click', (event) => {
    const field = closest(event, '[data-field]')
    const block = closest(event, '[data-block]')
    if (field || closest(event, 'a, button, label')) event.preventDefault()
    if (block?.dataset['block']) events.onChoose(block.dataset['block'])
    if (field?.dataset['field'] && !field.isContentEditable) events.onField(field.dataset['field'])
  })
  on('submit', (event) => event.preventDefault())
  on('dragstart', (event) => event.preventDefault())
  on('drop', (event) => event.preventDefault())
  on('focusin', (event) => {
    const field = editedIn(event)
    const block = closest(event, '[data-block]')
    if (!field) return
    field.role = 'textbox'
    field.ariaLabel = field.dataset['title'] ?? null
    if (block?.dataset['block']) events.onChoose(block.dataset['block'])
  })
  on('focusout', (event) => {
    const field = editedIn(event)
    if (!field) return
    field.role = null
    field.ariaLabel = null
  })
  on('input', (event) => {
    const field = editedIn(event)
    if (field?.dataset['field']) events.onText(field.dataset['field'], field.textContent)
  })
  on('beforeinput', (event) => {
    if (!/^(insert(Text|CompositionText|ReplacementText)|delete)/.test(event.inputType))
      event.preventDefault()
    if (event.inputType === 'historyUndo') leave(events.onUndo)
    if (event.inputType === 'historyRedo') leave(events.onRedo)
  })
  on('paste', (event) => {
    if (!editedIn(event)) return
    event.preventDefault()
    const text = event.clipboardData?.getData('text/plain').replaceAll(/\s+/g, ' ')
    // Deprecated, but the only way that keeps the caret and fires `input`.
    if (text) frame.execCommand('insertText', false, text)
  })
  on('keydown', (event) => {
    const field = editedIn(event)
    if (event.key === 'Enter' && field) event.preventDefault()
    if (event.key === 'Escape') field?.blur()
    undoByKey(event, { onUndo: () => leave(events.onUndo), onRedo: () => leave(events.onRedo) })
  })

  /** Ends typing first, because a block that is being typed in is not replaced. */
  function leave(then: () => void): void {
    const typed = frame.activeElement as HTMLElement | null
    typed?.blur()
    then()
  }
}

const editedIn = (event: Event) => closest(event, '[data-edit]')

/** Undoes or redoes an edit on Ctrl+Z, Ctrl+Shift+Z and Ctrl+Y. On a Mac, the command key replaces Ctrl. */
export function undoByKey(
  event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'preventDefault'>,
  { onUndo, onRedo }: Pick<FrameEvents, 'onUndo' | 'onRedo'>,
): void {
  const key = event.key.toLowerCase()
  if (!(event.ctrlKey || event.metaKey) || (key !== 'z' && key !== 'y')) return
  event.preventDefault()
  if (key === 'y' || event.shiftKey) onRedo()
  else onUndo()
}

/** Makes texts editable, except those hidden from readers or inside a control. */
function openTexts(root: ParentNode): void {
  for (const field of root.querySelectorAll<HTMLElement>('[data-edit]')) {
    if (field.closest('[aria-hidden="true"], button, select, .sr-only')) continue
    field.contentEditable = 'plaintext-only'
  }
}

/** Groups the elements of a page by block: elements without an id belong to the block before them. */
function groupsIn(page: Document): Map<string, Element[]> {
  const groups = new Map<string, Element[]>()
  let group: Element[] = []
  for (const element of page.querySelectorAll('main > *')) {
    const id = element.getAttribute('data-block')
    if (id !== null) {
      group = []
      groups.set(id, group)
    }
    group.push(element)
  }
  return groups
}

const htmlOf = (elements: readonly Element[]) => elements.map(({ outerHTML }) => outerHTML).join('')

/** Scrolls only the frame: `scrollIntoView` would scroll the editor around it too. */
function lookAt(block: Element): void {
  const view = block.ownerDocument.defaultView
  const { top, bottom } = block.getBoundingClientRect()
  if (view && (top < 0 || top > view.innerHeight - 80 || bottom < 80)) view.scrollBy({ top: top - 80 })
}

/** Takes over the loaded page, and updates it without reloading it. */
export function takeFrame(frame: Document) {
  const known = new Map(Array.from(groupsIn(frame), ([id, elements]) => [id, htmlOf(elements)]))
  openTexts(frame)

  /** Inserts changed blocks. A block that is being typed in, or that the new page lacks, stays as it is. */
  function show(fresh: Document, order: Blocks): void {
    const main = frame.querySelector('main')
    if (!main) return
    const present = groupsIn(frame)
    const coming = groupsIn(fresh)
    const wanted: Element[] = []
    for (const { id, hidden } of order) {
      if (hidden) continue
      const elements = coming.get(id)
      const html = elements && htmlOf(elements)
      const before = present.get(id)
      const isTyped = frame.hasFocus() && before?.some((element) => element.contains(frame.activeElement))
      if (before && (!elements || known.get(id) === html || isTyped)) wanted.push(...before)
      else if (elements && html !== undefined) {
        known.set(id, html)
        wanted.push(...elements.map((element) => frame.importNode(element, true)))
      }
    }
    const kept = new Set(wanted)
    for (const element of Array.from(main.children)) if (!kept.has(element)) element.remove()
    for (const [at, element] of wanted.entries())
      if (main.children[at] !== element) main.insertBefore(element, main.children[at] ?? null)
    openTexts(main)
  }

  /** Returns whether the block is in the frame; a new one is not before its HTML arrives. */
  function choose(id: string | null, scroll: boolean): boolean {
    for (const element of frame.querySelectorAll('[data-selected]')) element.removeAttribute('data-selected')
    const block = id === null ? null : frame.querySelector(`[data-block="${CSS.escape(id)}"]`)
    block?.setAttribute('data-selected', '')
    if (block && scroll) lookAt(block)
    return block !== null
  }

  /** Forgets the received HTML of a block in which somebody typed. */
  const touch = (place: string) => known.delete(pathOfPlace(place).id)

  return { show, choose, touch }
}
