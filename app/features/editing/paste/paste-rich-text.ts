import type { ClipboardEvent } from 'react'

import type { PastedPicture, PasteStyle } from './pasted-text.ts'

/** Anything that may be more than words. Coloured spans, as code editors copy them, are not. */
const MARKED =
  /<(?:h[1-6]|a|b|strong|i|em|s|del|strike|u|ul|ol|li|table|pre|code|blockquote|img|hr|sub|sup|mark)\b|font-weight:\s*(?:bold|[6-9]00)|font-style:\s*italic|line-through|mso-list/i
const ADDRESS = /^\s*https?:\/\/\S+\s*$/

/**
 * Pastes rich text into a field as its Markdown or its words, with a converter that is loaded then.
 * @param onPictures uploads pictures within the text; without it they are left out
 * @returns whether it does; otherwise the browser pastes
 */
export function pasteRichText(
  event: ClipboardEvent<HTMLTextAreaElement>,
  style: PasteStyle,
  onPictures?: (pictures: readonly PastedPicture[]) => void,
): boolean {
  const { currentTarget: field, clipboardData } = event
  const html = clipboardData.getData('text/html')
  const plain = clipboardData.getData('text/plain')
  const chosen = field.value.slice(field.selectionStart, field.selectionEnd)
  if (style !== 'words' && ADDRESS.test(plain) && chosen.trim() !== '' && !/[[\]\n]|^https?:/.test(chosen)) {
    event.preventDefault()
    insertText(field, `[${chosen}](${plain.trim()})`)
    return true
  }
  if (!MARKED.test(html)) return false
  event.preventDefault()
  import('./read-paste.ts').then(
    ({ readPaste }) => {
      const { text, pictures } = readPaste(html, plain, style, onPictures !== undefined)
      insertText(field, text)
      onPictures?.(pictures)
    },
    () => insertText(field, plain),
  )
  return true
}

/** Replaces the selection as if it were typed, because only then can the browser undo it. */
export function insertText(field: HTMLTextAreaElement, text: string): void {
  field.focus()
  if (document.execCommand('insertText', false, text)) return
  field.setRangeText(text, field.selectionStart, field.selectionEnd, 'end')
  field.dispatchEvent(new Event('input', { bubbles: true }))
}
