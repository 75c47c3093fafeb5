import {
  Bold,
  Code,
  Heading2,
  ImageIcon,
  Italic,
  Link2,
  List,
  ListOrdered,
  type LucideIcon,
  Quote,
  Table2,
  Upload,
} from '#app/ui/icons.tsx'

type Tool = { name: string; icon: LucideIcon; edit: (edit: TextEdit) => TextEdit }

const TABLE = '\n| Column | Column |\n| --- | --- |\n| Cell | Cell |\n'

const selectedOf = ({ text, start, end }: TextEdit, otherwise: string) => text.slice(start, end) || otherwise

const tools: readonly Tool[] = [
  { name: 'Heading', icon: Heading2, edit: (edit) => prefixLines(edit, '## ') },
  { name: 'Bold', icon: Bold, edit: (edit) => wrapSelection(edit, '**', 'bold') },
  { name: 'Italic', icon: Italic, edit: (edit) => wrapSelection(edit, '_', 'italic') },
  {
    name: 'Link',
    icon: Link2,
    edit: (edit) => insertPiece(edit, `[${selectedOf(edit, 'text')}](https://)`, 'https://'),
  },
  {
    name: 'Picture',
    icon: ImageIcon,
    edit: (edit) => insertPiece(edit, `![${selectedOf(edit, 'What it shows')}](https://)`, 'https://'),
  },
  { name: 'Bullet list', icon: List, edit: (edit) => prefixLines(edit, '- ') },
  { name: 'Numbered list', icon: ListOrdered, edit: (edit) => prefixLines(edit, '1. ') },
  { name: 'Quote', icon: Quote, edit: (edit) => prefixLines(edit, '> ') },
  {
    name: 'Code',
    icon: Code,
    edit: (edit) =>
      insertPiece(edit, `\n\`\`\`ts\n${selectedOf(edit, 'code')}\n\`\`\`\n`, selectedOf(edit, 'code')),
  },
  { name: 'Table', icon: Table2, edit: (edit) => insertPiece(edit, TABLE, 'Column') },
]

type MarkdownToolbarProps = {
  /** Names of the offered tools; if undefined, all tools and the upload. */
  only?: readonly string[]
  onTool: (edit: Tool['edit'], name: string) => void
  onUpload?: () => void
}

const toolClass =
  'grid size-8 place-items-center rounded-sm text-secondary transition-colors hover:bg-overlay hover:text-primary'

export function MarkdownToolbar({ only, onTool, onUpload }: MarkdownToolbarProps) {
  const shown = only ? tools.filter(({ name }) => only.includes(name)) : tools
  const button = (name: string, Icon: LucideIcon, onClick: () => void) => (
    <button key={name} type="button" aria-label={name} title={name} onClick={onClick} className={toolClass}>
      <Icon aria-hidden className="size-4" />
    </button>
  )
  return (
    <div role="toolbar" aria-label="Formatting" className="flex flex-wrap gap-1">
      {shown.map(({ name, icon, edit }) => button(name, icon, () => onTool(edit, name)))}
      {onUpload ? button('Upload pictures', Upload, onUpload) : null}
    </div>
  )
}

export type TextEdit = { text: string; start: number; end: number }

/** Puts marks around the selection, or removes them if it already has them. */
export function wrapSelection({ text, start, end }: TextEdit, mark: string, placeholder: string): TextEdit {
  const before = text.slice(0, start)
  const after = text.slice(end)
  if (before.endsWith(mark) && after.startsWith(mark))
    return {
      text: before.slice(0, -mark.length) + text.slice(start, end) + after.slice(mark.length),
      start: start - mark.length,
      end: end - mark.length,
    }
  const selected = text.slice(start, end) || placeholder
  return {
    text: before + mark + selected + mark + after,
    start: start + mark.length,
    end: start + mark.length + selected.length,
  }
}

/** Puts a prefix before each selected line, or removes it if all of them have it. */
export function prefixLines({ text, start, end }: TextEdit, prefix: string): TextEdit {
  const from = text.lastIndexOf('\n', start - 1) + 1
  const to = text.indexOf('\n', end) === -1 ? text.length : text.indexOf('\n', end)
  const lines = text.slice(from, to).split('\n')
  const all = lines.every((line) => line.startsWith(prefix))
  const changed = lines.map((line) => (all ? line.slice(prefix.length) : prefix + line)).join('\n')
  return { text: text.slice(0, from) + changed + text.slice(to), start: from, end: from + changed.length }
}

/** Replaces the selection with a piece of text, and selects `chosen` within it. */
export function insertPiece({ text, start, end }: TextEdit, piece: string, chosen: string): TextEdit {
  const at = start + Math.max(0, piece.indexOf(chosen))
  return { text: text.slice(0, start) + piece + text.slice(end), start: at, end: at + chosen.length }
}

export function withInserted({ text, start, end }: TextEdit, piece: string): TextEdit {
  const at = start + piece.length
  return { text: text.slice(0, start) + piece + text.slice(end), start: at, end: at }
}
