import { mapOutsideCode } from './outside-code.ts'

type Hearing = {
  /** Whether it is HTML, in which an indented line is no code, and only Liquid is a template. */
  isHtml: boolean
  isMdx: boolean
  /** Called with the beginning of each comment that was removed. */
  onRemoved(what: string): void
  onUnclear(reason: string): void
}

const CONDITION = 'A part of its text was only shown under a condition.'
const UNPAIRED = 'A comment in its text has no clear beginning and end.'

const MARK = '\u{FDD0}'
const LIQUID = String.raw`\{%-?\s{0,99}`
const LIQUID_MARK = `${LIQUID}(?:(?:end)?comment|raw|if(?:version|equal|changed)?|unless|case)(?!-?\\w)`
const ANY_MARK = new RegExp(
  [
    LIQUID_MARK,
    String.raw`\{\{[<%][ \t]{0,99}\/?[ \t]{0,99}comment(?![\w-])`,
    String.raw`\{:[:/]comment(?![\w-])`,
    String.raw`\{#-?\s`,
    String.raw`\{\/\*`,
    '%%',
  ].join('|'),
  'g',
)

type Form = { start: RegExp; end: RegExp; isKept?: boolean }
const forms: readonly Form[] = [
  { start: new RegExp(`^${LIQUID}comment`), end: /\{%-?\s{0,99}endcomment\s{0,99}-?%\}/g },
  { start: new RegExp(`^${LIQUID}raw`), end: /\{%-?\s{0,99}endraw\s{0,99}-?%\}/g, isKept: true },
  { start: /^\{\{[<%][ \t]*comment/, end: /\{\{[<%][ \t]{0,99}\/[ \t]{0,99}comment[ \t]{0,99}[%>]\}\}/g },
  { start: /^\{::comment/, end: /\{:\/(?:comment)?\}/g },
  { start: /^\{#/, end: /#\}/g },
  { start: /^%%/, end: new RegExp(`${MARK}%%`, 'g') },
]
const mdxForm: Form = { start: /^\{\/\*/, end: /\*\/\}/g }

/** Removes the comments of template languages, which no reader saw. Takes linear time. */
export function withoutTemplateComments(
  body: string,
  { isHtml, isMdx, onRemoved, onUnclear }: Hearing,
): string {
  const plain = body.replaceAll(MARK, '')
  const text = isHtml
    ? plain.replaceAll(new RegExp(LIQUID_MARK, 'g'), `${MARK}$&`)
    : mapOutsideCode(plain, (part) => part.replaceAll(ANY_MARK, `${MARK}$&`))
  const missing = new Set<Form>()
  const endOf = (form: Form, from: number) => {
    form.end.lastIndex = from
    const found = missing.has(form) ? null : form.end.exec(text)
    if (!found) missing.add(form)
    return found ? found.index + found[0].length : -1
  }
  let made = ''
  let at = 0
  for (let next = text.indexOf(MARK); next !== -1; next = text.indexOf(MARK, at)) {
    made += text.slice(at, next)
    at = next + MARK.length
    const mark = text.slice(at, at + 120)
    const form = (isMdx ? [mdxForm, ...forms] : forms).find(({ start }) => start.test(mark))
    const end = form ? endOf(form, at + 2) : -1
    if (end !== -1) {
      const whole = text.slice(at, end).replaceAll(MARK, '')
      if (form?.isKept) made += whole
      else if (whole !== '%%%%') onRemoved(whole.slice(0, 60).replaceAll(/\s+/g, ' '))
      at = end
    } else if (form ? !form.isKept : !mark.startsWith('{/*'))
      onUnclear(/^\{%-?\s*(?:if|unless|case)/.test(mark) ? CONDITION : UNPAIRED)
  }
  return made + text.slice(at)
}
