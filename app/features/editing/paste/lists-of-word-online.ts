import { attributeOf, previousOf } from './pasted-layouts.ts'

type OpenLists = (Element | undefined)[]

/** Word for the web writes each item as a list of its own in a wrapper, and names its level. */
export function listsOfWordOnline(body: HTMLElement): void {
  const wrappers = [...body.querySelectorAll('.ListContainerWrapper')]
  let open: OpenLists = []
  for (const [at, wrapper] of wrappers.entries()) {
    if (at === 0 || previousOf(wrapper) !== wrappers[at - 1]) open = []
    for (const list of [...wrapper.children].filter(({ localName }) => /^[uo]l$/.test(localName))) {
      for (const [index, item] of [...list.children].entries()) place(item, list, index, open)
      if (list.children.length === 0) list.remove()
    }
  }
  for (const wrapper of wrappers) if (wrapper.children.length === 0) wrapper.remove()
}

/** Moves an item into the open list of its level, or into a new list below the level above. */
function place(item: Element, from: Element, index: number, open: OpenLists): void {
  const level = Math.min(9, Math.max(1, Number(item.getAttribute('data-aria-level')) || 1))
  open.splice(level)
  const numbers = [
    numberOf(from, 'start') && numberOf(from, 'start') + index,
    numberOf(item, 'data-aria-posinset'),
  ].filter((number) => number > 0)
  const current = open[level - 1]
  if (current && current.localName === from.localName && continues(current, numbers)) {
    current.append(item)
    return
  }
  const made = from.ownerDocument.createElement(from.localName)
  const [start = 1] = numbers
  if (made.localName === 'ol' && start > 1) made.setAttribute('start', String(start))
  const above = open.slice(0, level - 1).findLast((list) => list !== undefined)
  if (above?.lastElementChild) above.lastElementChild.append(made)
  else from.before(made)
  made.append(item)
  open[level - 1] = made
}

function continues(list: Element, numbers: readonly number[]): boolean {
  if (list.localName === 'ul' || numbers.length === 0) return true
  return numbers.includes((numberOf(list, 'start') || 1) + list.children.length)
}

function numberOf(element: Element, name: string): number {
  return Math.trunc(Number(attributeOf(element, name))) || 0
}
