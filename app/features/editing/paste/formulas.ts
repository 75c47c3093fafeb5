import { attributeOf, textOf } from './pasted-layouts.ts'

/** Elements that hold a formula twice, as MathML for programs and as what is seen, of KaTeX, Wikipedia and MathJax. */
const HOLDERS = 'span.katex, .mwe-math-element, mjx-container'

/** What stands before the second and the third part of an element whose text alone would read as something else. */
const SIGNS: Readonly<Record<string, readonly string[]>> = {
  mfrac: ['/'],
  msub: ['_'],
  msup: ['^'],
  msubsup: ['_', '^'],
  munder: ['_'],
  mover: ['^'],
  munderover: ['_', '^'],
}

/** Replaces formulas by code with their TeX, as their author may have typed it, or else with their text. */
export function writeFormulas(body: HTMLElement): void {
  // Of Wikipedia's formulas, browsers copy only the picture.
  for (const formula of body.querySelectorAll('math, img[class^="mwe-math"]')) {
    if (!body.contains(formula)) continue
    const text = formula.localName === 'img' ? attributeOf(formula, 'alt') : sourceOf(formula)
    const code = body.ownerDocument.createElement('code')
    code.textContent = text.trim().replace(/^\{\\displaystyle\s([^]*)\}$/, '$1')
    const holder = formula.closest(HOLDERS) ?? formula
    holder.replaceWith(code)
  }
}

function sourceOf(math: Element): string {
  const notes = [...math.querySelectorAll('annotation, annotation-xml')]
  const tex = notes.find((note) => /tex$/i.test(attributeOf(note, 'encoding')))
  if (tex) return textOf(tex)
  const alternative = attributeOf(math, 'alttext')
  if (alternative !== '') return alternative
  for (const note of notes) note.remove()
  for (const element of math.querySelectorAll('*')) addSigns(element)
  return textOf(math).replaceAll(/\s+/g, ' ')
}

function addSigns(element: Element): void {
  const signs = SIGNS[element.localName]
  if (!signs) return
  for (const [at, part] of [...element.children].entries()) {
    const sign = signs[at - 1]
    if (part.children.length > 1) {
      part.prepend('(')
      part.append(')')
    }
    if (sign) part.before(sign)
  }
}
