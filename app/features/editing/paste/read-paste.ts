import { showToast } from '#app/ui/toast.tsx'

import { type Pasted, type PasteStyle, textOfPaste } from './pasted-text.ts'

/** Reads a clipboard as the text of a field, and tells how many pictures are left out. */
export function readPaste(html: string, plain: string, style: PasteStyle, mayUpload: boolean): Pasted {
  const pasted = textOfPaste(html, plain, style)
  tellLostPictures(pasted.lostPictures + (mayUpload ? 0 : pasted.pictures.length))
  return pasted
}

export function tellLostPictures(count: number): void {
  if (count === 0) return
  const what = count === 1 ? 'A picture was' : `${count} pictures were`
  showToast({ title: 'Text pasted', text: `${what} left out. Please add them as files.` })
}
