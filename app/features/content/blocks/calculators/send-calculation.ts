import type { Line } from './quantities.ts'

export function calculationText(title: string, lines: readonly Line[]): string {
  const said = lines.filter(({ label, value }) => label !== '' && value !== '')
  return [title, ...said.map(({ label, value }) => `${label}: ${value}`)]
    .filter((text) => text !== '')
    .join('\n')
}

/** Adds a text to a message, or replaces the text added before if the message still contains it. */
export function withCalculation(message: string, text: string, before: string | null): string {
  if (before !== null && message.includes(before)) return message.replace(before, () => text)
  return message.trim() === '' ? text : `${message.trimEnd()}\n\n${text}`
}

/** Returns the message field of the contact form on this page, if there is one. */
export function findMessage(): HTMLTextAreaElement | null {
  return document.querySelector<HTMLTextAreaElement>('form[action="/contact"] textarea[name="message"]')
}

/** Sets the text, fires `input` so that the form notices, and scrolls to the field. */
export function fillMessage(message: HTMLTextAreaElement, text: string): void {
  message.value = text
  message.dispatchEvent(new Event('input', { bubbles: true }))
  message.focus({ preventScroll: true })
  message.scrollIntoView({ block: 'center' })
}
