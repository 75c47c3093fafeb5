import './surface.css'

import { exitCode } from 'prosemirror-commands'
import { history } from 'prosemirror-history'
import { Slice } from 'prosemirror-model'
import { EditorState, type Transaction } from 'prosemirror-state'
import { EditorView } from 'prosemirror-view'

import { cleanPasted, isCodeOfEditor } from '#app/features/editing/paste/clean-pasted.ts'
import { isTooLong, tellUnformatted } from '#app/features/editing/paste/paste-rich-text.ts'
import { fileOfPicture } from '#app/features/editing/paste/pasted-text.ts'
import { tellLostPictures } from '#app/features/editing/paste/read-paste.ts'
import { showToast } from '#app/ui/toast.tsx'

import { linkAt, nodeType, setLink, tools } from './commands.ts'
import { keys } from './keys.ts'
import { addPictures, picturesIn, type UploadPicture, waitingPictures } from './pictures.ts'
import { type ReadSource, readSource } from './read-source.ts'
import { schema } from './schema.ts'
import { slashMenu } from './slash-menu.ts'
import { placeInTable, tableTools } from './tables.ts'
import { writeSource } from './write-source.ts'

export type Surface = {
  run: (tool: string) => void
  addPictures: (files: readonly File[]) => void
  setLink: (href: string) => void
  /** Replaces the text, for example by a suggestion that was accepted. */
  read: (source: string) => void
  focus: () => void
  close: () => void
}

type SurfaceOptions = {
  source: string
  attributes: Readonly<Record<string, string>>
  /** Called with the Markdown after each change. */
  onWrite: (source: string) => void
  onPlace: (isInTable: boolean) => void
  /** Asks for the address of a link; it is empty if there is none yet. */
  onLink: (href: string) => void
  choosePicture: () => void
  upload: UploadPicture
}

/** Characters; inserting more would block the page for seconds. */
const LONGEST_PASTE = 200_000

const ADDRESS = /^https?:\/\/\S+$/

/** Shows Markdown as readers see it, for editing. Blocks that nobody changes keep their source. */
export function openSurface(place: HTMLElement, options: SurfaceOptions): Surface {
  let read = readSource(options.source)
  let written = options.source
  const { upload } = options
  const askForLink = () => options.onLink(linkAt(view.state))
  const plugins = [slashMenu(options.choosePicture), ...keys(askForLink), history(), waitingPictures]
  const stateOf = ({ doc }: ReadSource) => EditorState.create({ doc, plugins })

  function apply(this: EditorView, tr: Transaction): void {
    this.updateState(this.state.apply(tr))
    options.onPlace(placeInTable(this.state) !== null)
    if (!tr.docChanged) return
    const source = writeSource(this.state.doc, read)
    if (source === written) return
    written = source
    options.onWrite(source)
  }

  const view: EditorView = new EditorView(place, {
    state: stateOf(read),
    attributes: {
      class: 'prose surface',
      role: 'textbox',
      'aria-multiline': 'true',
      'aria-haspopup': 'listbox',
      ...options.attributes,
    },
    dispatchTransaction: apply,
    transformPastedHTML(html) {
      if (html.includes('data-pm-slice')) return html
      const { body, lostPictures } = cleanPasted(html)
      const files = [...body.querySelectorAll('img')].flatMap((picture, n) => {
        const file = fileOfPicture(picture, `picture ${n + 1}`)
        if (file) picture.remove()
        return file ? [file] : []
      })
      tellLostPictures(lostPictures)
      if (files.length > 0)
        queueMicrotask(() => void addPictures(view, files, view.state.selection.to, upload))
      return body.innerHTML
    },
    clipboardTextParser(text, $context, isPlain) {
      if (isPlain || $context.parent.type.spec.code) return textSlice(text)
      return Slice.maxOpen(readSource(text).doc.content)
    },
    handlePaste(_view, event) {
      const text = textIn(event.clipboardData, 'text/plain')
      const html = textIn(event.clipboardData, 'text/html')
      const { selection } = view.state
      const isInCode = Boolean(selection.$from.parent.type.spec.code)
      if (isInCode) {
        view.dispatch(view.state.tr.insertText(text.replaceAll(/\r\n?/g, '\n')).scrollIntoView())
        return true
      }
      if (ADDRESS.test(text.trim()) && !selection.empty)
        return setLink(text.trim())(view.state, view.dispatch)
      const pictures = text.trim() === '' ? picturesIn(event.clipboardData) : []
      if (pictures.length > 0) {
        void addPictures(view, pictures, selection.to, upload)
        return true
      }
      if (isTooLong(html) || text.length > LONGEST_PASTE) {
        if (text.length > LONGEST_PASTE)
          showToast({
            title: 'Too long to paste here',
            text: 'Please choose Write Markdown and paste it there.',
            tone: 'destructive',
          })
        else {
          view.dispatch(view.state.tr.replaceSelection(textSlice(text)).scrollIntoView())
          tellUnformatted()
        }
        return true
      }
      if (!isCodeOfEditor(html)) return false
      const code = text.replaceAll(/\r\n?/g, '\n').replace(/\n$/, '')
      const node = code.includes('\n')
        ? schema.node('code_block', null, schema.text(code))
        : schema.text(text)
      view.dispatch(view.state.tr.replaceSelectionWith(node, false).scrollIntoView())
      return true
    },
    handleDrop(_view, event) {
      const pictures = picturesIn(event.dataTransfer)
      const at = view.posAtCoords({ left: event.clientX, top: event.clientY })?.pos
      if (pictures.length === 0) return false
      void addPictures(view, pictures, at ?? view.state.selection.to, upload)
      return true
    },
    handleClickOn(_view, _at, node, position, event) {
      const isBox = node.type === nodeType('list_item') && node.attrs['checked'] !== null
      if (!isBox || !(event.target instanceof HTMLLIElement) || event.offsetX > 0) return false
      view.dispatch(view.state.tr.setNodeAttribute(position, 'checked', !node.attrs['checked']))
      return true
    },
    handleKeyDown(_view, event) {
      const { $from } = view.state.selection
      const isLast = $from.depth === 1 && $from.after() === view.state.doc.content.size
      if (event.key !== 'ArrowDown' || !isLast || !$from.parent.type.spec.code) return false
      return $from.parentOffset === $from.parent.content.size && exitCode(view.state, view.dispatch)
    },
  })

  return {
    run(tool) {
      view.focus()
      if (tool === 'Link') askForLink()
      else (tools[tool] ?? tableTools[tool])?.(view.state, view.dispatch)
    },
    addPictures: (files) => void addPictures(view, files, view.state.selection.to, upload),
    setLink(href) {
      setLink(href)(view.state, view.dispatch)
      view.focus()
    },
    read(source) {
      if (source === written) return
      written = source
      read = readSource(source)
      view.updateState(stateOf(read))
    },
    focus: () => view.focus(),
    close: () => view.destroy(),
  }
}

const textIn = (data: DataTransfer | null, type: string) => (data ? data.getData(type) : '')

function textSlice(text: string): Slice {
  const lines = text.split(/(?:\r\n?|\n)+/)
  const blocks = lines.map((line) => schema.node('paragraph', null, line === '' ? [] : [schema.text(line)]))
  return Slice.maxOpen(schema.node('doc', null, blocks).content)
}
