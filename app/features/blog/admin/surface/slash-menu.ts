import { type EditorState, Plugin } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'

import { tools } from './commands.ts'

const NAMES = [
  'Heading 2',
  'Heading 3',
  'Heading 4',
  'Bullet list',
  'Numbered list',
  'Quote',
  'Code',
  'Table',
  'Picture',
  'Divider',
]
const LIST_ID = 'surface-menu'

/** Opens a menu of blocks when a slash is typed into an empty paragraph. The focus stays in the text meanwhile. */
export function slashMenu(choosePicture: () => void): Plugin {
  let menu: Menu | null = null
  return new Plugin({
    view(view) {
      menu = new Menu(view, choosePicture)
      return menu
    },
    props: {
      handleKeyDown: (_view, event) => menu?.takeKey(event) ?? false,
      handleDOMEvents: {
        blur() {
          menu?.close()
        },
      },
    },
  })
}

function typedAfterSlash({ selection: { $from, empty } }: EditorState): string | null {
  if (!empty || $from.parent.type.name !== 'paragraph') return null
  const text = $from.parent.textContent
  return $from.parentOffset === text.length ? (/^\/([\w ]{0,20})$/.exec(text)?.[1] ?? null) : null
}

class Menu {
  private readonly list = document.createElement('div')
  private shown: string[] = []
  private active = 0
  private closedAt: string | null = null
  private readonly view: EditorView
  private readonly choosePicture: () => void

  constructor(view: EditorView, choosePicture: () => void) {
    this.view = view
    this.choosePicture = choosePicture
    this.list.id = LIST_ID
    this.list.className = 'surface-menu'
    this.list.hidden = true
    this.list.setAttribute('role', 'listbox')
    this.list.setAttribute('aria-label', 'Insert')
    view.dom.parentElement?.append(this.list)
  }

  update(view: EditorView, before: EditorState): void {
    const typed = typedAfterSlash(view.state)
    if (typed === null) this.closedAt = null
    if (view.state.doc === before.doc && view.state.selection.eq(before.selection)) return
    const words = typed?.trim().toLowerCase()
    this.active = 0
    this.show(
      words === undefined || typed === this.closedAt
        ? []
        : NAMES.filter((name) => name.toLowerCase().includes(words)),
    )
  }

  destroy(): void {
    this.list.remove()
  }

  close(): void {
    this.closedAt = typedAfterSlash(this.view.state)
    this.show([])
  }

  takeKey(event: KeyboardEvent): boolean {
    if (this.shown.length === 0 || event.isComposing) return false
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) {
      this.active = (this.active + step + this.shown.length) % this.shown.length
      this.show(this.shown)
    } else if (event.key === 'Enter' || event.key === 'Tab') this.choose(this.shown[this.active])
    else if (event.key === 'Escape') this.close()
    else return false
    return true
  }

  private choose(name: string | undefined): void {
    const { state } = this.view
    const { $from } = state.selection
    this.view.dispatch(state.tr.delete($from.start(), $from.end()))
    this.show([])
    this.view.focus()
    if (name === 'Picture') this.choosePicture()
    else if (name !== undefined) tools[name]?.(this.view.state, this.view.dispatch)
  }

  private show(names: string[]): void {
    this.shown = names
    this.list.hidden = names.length === 0
    const text = this.view.dom
    if (names.length === 0) {
      text.removeAttribute('aria-activedescendant')
      text.removeAttribute('aria-controls')
      return
    }
    this.list.replaceChildren(...names.map((name, n) => this.option(name, n)))
    text.setAttribute('aria-controls', LIST_ID)
    text.setAttribute('aria-activedescendant', `${LIST_ID}-${this.active}`)
    this.list.children[this.active]?.scrollIntoView({ block: 'nearest' })
    this.place()
  }

  private option(name: string, n: number): HTMLElement {
    const option = document.createElement('div')
    option.id = `${LIST_ID}-${n}`
    option.textContent = name
    option.setAttribute('role', 'option')
    option.setAttribute('aria-selected', String(n === this.active))
    option.addEventListener('pointerdown', (event) => event.preventDefault())
    option.addEventListener('click', () => this.choose(name))
    return option
  }

  private place(): void {
    const frame = this.view.dom.parentElement?.getBoundingClientRect()
    const { left, bottom } = this.view.coordsAtPos(this.view.state.selection.from)
    if (!frame) return
    const widest = Math.max(0, frame.width - this.list.offsetWidth)
    this.list.style.insetBlockStart = `${bottom - frame.top + 4}px`
    this.list.style.left = `${Math.min(Math.max(0, left - frame.left), widest)}px`
  }
}
