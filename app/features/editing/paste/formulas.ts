import { attributeOf, textOf } from './pasted-layouts.ts'

/** Elements of KaTeX, Wikipedia and MathJax. Each holds its formula twice: as MathML, and as what is seen. */
const HOLDERS = 'span.katex, .mwe-math-element, mjx-container'

/** Signs between the parts of fractions, powers and the like, whose texts alone would read as one number. */
const SIGNS: Readonly<Record<string, readonly string[]>> = {
  mfrac: ['/'],
  msub: ['_'],
  msup: ['^'],
  msubsup: ['_', '^'],
  munder: ['_'],
  mover: ['^'],
  munderover: ['_', '^'],
}

/** Replaces formulas by code: their TeX if they have it, else their text. */
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
