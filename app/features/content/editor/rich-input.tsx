import { useRef } from 'react'

import { MarkdownToolbar, type TextEdit } from '#app/features/editing/markdown-toolbar.tsx'
import { Field, fieldControl, inputClass } from '#app/ui/field.tsx'

type RichInputProps = {
  id: string
  label: string
  error: string | undefined
  hint: string | undefined
  value: string
  max: number | undefined
  onChange: (text: string) => void
}

/** The Markdown that texts of blocks support (rich-text-lines.tsx). */
const tools = ['Heading', 'Bold', 'Link', 'Bullet list', 'Numbered list']

export function RichInput({ id, label, error, hint, value, max, onChange }: RichInputProps) {
  const area = useRef<HTMLTextAreaElement>(null)

  function apply(change: (edit: TextEdit) => TextEdit): void {
    const field = area.current
    if (!field) return
    const edited = change({ text: field.value, start: field.selectionStart, end: field.selectionEnd })
    field.focus()
    field.value = edited.text
    field.setSelectionRange(edited.start, edited.end)
    onChange(edited.text)
  }

  return (
    <Field id={id} label={label} error={error} hint={hint}>
      <MarkdownToolbar only={tools} onTool={apply} />
      <textarea
        ref={area}
        {...fieldControl(id, error, hint)}
        rows={8}
        maxLength={max}
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
        className={`${inputClass} field-sizing-content max-h-[30rem] font-mono text-sm leading-relaxed`}
      />
    </Field>
  )
}
