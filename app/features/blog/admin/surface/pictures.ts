import { Plugin } from 'prosemirror-state'
import { Decoration, DecorationSet, type EditorView } from 'prosemirror-view'

import { schema } from './schema.ts'

export type UploadPicture = (file: File) => Promise<string | null>

type Change = { add?: { id: object; at: number; name: string }; remove?: object }

/** Shows a placeholder for each picture that is being uploaded. Edits of the text move it along. */
export const waitingPictures: Plugin<DecorationSet> = new Plugin({
  state: {
    init: () => DecorationSet.empty,
    apply(tr, before) {
      const set = before.map(tr.mapping, tr.doc)
      const { add, remove } = (tr.getMeta(waitingPictures) ?? {}) as Change
      if (add) {
        const sign = document.createElement('span')
        sign.className = 'surface-waiting'
        sign.textContent = `Uploading ${add.name}…`
        return set.add(tr.doc, [Decoration.widget(add.at, sign, { id: add.id })])
      }
      return remove ? set.remove(set.find(undefined, undefined, (spec) => spec['id'] === remove)) : set
    },
  },
  props: {
    decorations(state) {
      return waitingPictures.getState(state)
    },
  },
})

/** Uploads pictures one after the other and puts each where it was dropped or pasted. */
export async function addPictures(
  view: EditorView,
  files: readonly File[],
  at: number,
  upload: UploadPicture,
): Promise<void> {
  const waiting = files.map((file) => ({ file, id: {} }))
  for (const { file, id } of waiting)
    view.dispatch(view.state.tr.setMeta(waitingPictures, { add: { id, at, name: file.name } }))
  for (const { file, id } of waiting) {
    const src = await upload(file)
    if (view.isDestroyed) return
    const places = waitingPictures
      .getState(view.state)
      ?.find(undefined, undefined, (spec) => spec['id'] === id)
    const place = places?.[0]
    const tr = view.state.tr.setMeta(waitingPictures, { remove: id })
    if (src !== null && place) tr.insert(place.from, schema.node('image', { src, alt: 'What it shows' }))
    view.dispatch(tr)
  }
}

export function picturesIn(data: DataTransfer | null): File[] {
  return (data ? [...data.files] : []).filter(({ type }) => type.startsWith('image/'))
}
