import { showToast } from '#app/ui/toast.tsx'

import { type PastedPicture, type PasteStyle, textOfPaste } from './pasted-text.ts'

/** Puts what was pasted into a field, and tells how many pictures are left out. */
export function pasteInto(
  field: HTMLTextAreaElement,
  html: string,
  plain: string,
  style: PasteStyle,
  onPictures?: (pictures: readonly PastedPicture[]) => void,
): void {
  const chosen = field.value.slice(field.selectionStart, field.selectionEnd)
  const address = plain.trim()
  if (/^https?:\/\/\S+$/.test(address) && chosen !== '') {
    const isLink = style !== 'words' && chosen.trim() !== '' && !/[[\]\n]|^https?:/.test(chosen)
    insertText(field, isLink ? `[${chosen}](${address})` : plain)
    return
  }
  const { text, pictures, lostPictures } = textOfPaste(html, plain, style)
  insertText(field, text)
  onPictures?.(pictures)
  tellLostPictures(lostPictures + (onPictures ? 0 : pictures.length))
}

/** Replaces the selection as if it were typed, because only then can the browser undo it. */
function insertText(field: HTMLTextAreaElement, text: string): void {
  field.focus()
  if (document.execCommand('insertText', false, text)) return
  field.setRangeText(text, field.selectionStart, field.selectionEnd, 'end')
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

export function tellLostPictures(count: number): void {
  if (count === 0) return
  const what = count === 1 ? 'A picture was' : `${count} pictures were`
  showToast({ title: 'Text pasted', text: `${what} left out. Please add them as files.` })
}
