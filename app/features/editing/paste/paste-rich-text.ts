import type { ClipboardEvent } from 'react'

import { showToast } from '#app/ui/toast.tsx'

import type { PastedPicture, PasteStyle } from './pasted-text.ts'

/** Finds HTML that may have structure or emphasis. Code editors copy coloured spans, which it does not match. */
const MARKED =
  /<(?:h[1-6r]|[abisu]|strong|em|del|[uo]l|table|pre|code|blockquote|img|math|su[bp])\b|font-(?:weight: *(?:bold|[6-9])|style: *italic)|line-through|mso-list|mso-?(?:com|del)/i

/** More elements would block the page for seconds. */
const MOST_ELEMENTS = 10_000

/** Whether HTML has too many elements to be read at once. If so, its plain text is pasted. */
export function isTooLong(html: string): boolean {
  return html.split('</', MOST_ELEMENTS + 2).length > MOST_ELEMENTS + 1
}

export function tellUnformatted(): void {
  showToast({
    title: 'Pasted without formatting',
    text: 'Paste long texts in parts to keep it.',
  })
}

/**
 * Pastes rich text into a field as its Markdown or its words, and an address over words as a link, by a converter that is
 * loaded then.
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
  const isLink = field.selectionStart < field.selectionEnd && /^https?:\S+$/.test(plain.trim())
  if (!isLink && !MARKED.test(html)) return false
  if (!isLink && isTooLong(html)) {
    tellUnformatted()
    return false
  }
  event.preventDefault()
  import('./read-paste.ts').then(
    ({ pasteInto }) => pasteInto(field, html, plain, style, onPictures),
    () => document.execCommand('insertText', false, plain),
  )
  return true
}
