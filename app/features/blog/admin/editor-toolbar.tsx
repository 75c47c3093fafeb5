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

import { insertPiece, prefixLines, type TextEdit, wrapSelection } from './edit-text.ts'

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

type EditorToolbarProps = { onTool: (edit: Tool['edit']) => void; onUpload: () => void }

const toolClass =
  'grid size-8 place-items-center rounded-sm text-secondary transition-colors hover:bg-overlay hover:text-primary'

/** Marks for those who do not know them by heart. */
export function EditorToolbar({ onTool, onUpload }: EditorToolbarProps) {
  return (
    <div role="toolbar" aria-label="Formatting" className="flex flex-wrap gap-1">
      {tools.map((tool) => (
        <button
          key={tool.name}
          type="button"
          aria-label={tool.name}
          title={tool.name}
          onClick={() => onTool(tool.edit)}
          className={toolClass}
        >
          <tool.icon aria-hidden className="size-4" />
        </button>
      ))}
      <button
        type="button"
        aria-label="Upload pictures"
        title="Upload pictures"
        onClick={onUpload}
        className={toolClass}
      >
        <Upload aria-hidden className="size-4" />
      </button>
    </div>
  )
}
