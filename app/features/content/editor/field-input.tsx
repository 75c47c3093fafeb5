import { lazy, type ReactNode, Suspense, useRef } from 'react'

import { MarkdownToolbar, type TextEdit } from '#app/features/editing/markdown-toolbar.tsx'
import { pasteRichText } from '#app/features/editing/paste/paste-rich-text.ts'
import { Field, fieldControl, inputClass, TextField } from '#app/ui/field.tsx'
import { Select } from '#app/ui/select.tsx'

import { type BlockIcon, blockIconNames, blockIcons } from '../block-icons.ts'

import type { FieldDescription } from './block-description.ts'
import { placeOf } from './editor-state.ts'
import { type Choices, controlId, type FieldProps } from './field-props.ts'
import { GroupFields, ListInput } from './list-input.tsx'

/** Loaded when a block with a picture or a video is chosen. */
const ImageInput = lazy(() => import('./image-input.tsx').then((module) => ({ default: module.ImageInput })))
const VideoInput = lazy(() => import('./video-input.tsx').then((module) => ({ default: module.VideoInput })))

export function FieldInput(props: FieldProps): ReactNode {
  const { blockId, path, field, value, faults, onChange } = props
  const id = controlId(blockId, path)
  const error = faults[placeOf(blockId, path)]
  const hint = hintOf(field)
  const about = { id, label: field.title, error, hint }
  const text = typeof value === 'string' ? value : ''
  const type = (typed: string) => onChange(path, typed, true)
  switch (field.control) {
    case 'list':
      return <ListInput {...props} error={error} Input={FieldInput} />
    case 'group':
      return <GroupInput {...props} />
    case 'image':
      return (
        <Suspense>
          <ImageInput {...about} value={text} onChange={(address) => onChange(path, address)} />
        </Suspense>
      )
    case 'rich':
      return <RichInput {...about} value={text} max={field.max} onChange={type} />
    case 'paragraph':
      return (
        <Field {...about}>
          <textarea
            {...fieldControl(id, error, hint)}
            rows={3}
            maxLength={field.max}
            value={text}
            onChange={({ currentTarget }) => type(currentTarget.value)}
            onPaste={(event) => pasteRichText(event, 'words')}
            className={`${inputClass} field-sizing-content max-h-80`}
          />
        </Field>
      )
    case 'toggle':
      return (
        <label className="flex min-h-6 items-center gap-2.5 text-sm font-medium">
          <input
            id={id}
            type="checkbox"
            checked={value === true}
            onChange={({ currentTarget }) => onChange(path, currentTarget.checked)}
            className="size-4.5"
          />
          {field.title}
        </label>
      )
    case 'number':
      return (
        <TextField
          {...about}
          type="number"
          min={0}
          max={field.max}
          step="any"
          value={typeof value === 'number' ? value : ''}
          onChange={({ currentTarget }) =>
            onChange(path, currentTarget.value === '' ? null : currentTarget.valueAsNumber, true)
          }
        />
      )
    case 'choice':
    case 'icon':
    case 'service':
    case 'meeting':
      return <ChoiceInput {...props} about={about} value={text} />
    default:
      if (field.upload)
        return (
          <Suspense>
            <VideoInput
              {...about}
              kind={field.upload}
              value={text}
              onChange={(address, isTyping) => onChange(path, address, isTyping)}
            />
          </Suspense>
        )
      return (
        <TextField
          {...about}
          value={text}
          maxLength={field.max}
          list={field.control === 'link' ? 'page-addresses' : undefined}
          onChange={({ currentTarget }) => type(currentTarget.value)}
        />
      )
  }
}

function hintOf({ description, places }: FieldDescription): string | undefined {
  if (!places) return description
  const names = places.map((name) => `{${name}}`).join(', ')
  return [description, `${names} ${places.length > 1 ? 'are' : 'is'} filled in.`].filter(Boolean).join(' ')
}

function GroupInput({ field, path, value, ...rest }: FieldProps) {
  return (
    <fieldset className="grid gap-4 border-l-2 border-line pl-4">
      <legend className="mb-3 text-sm font-semibold">{field.title}</legend>
      <GroupFields field={field} path={path} value={value} {...rest} Input={FieldInput} />
    </fieldset>
  )
}

type About = { id: string; label: string; error: string | undefined; hint: string | undefined }

function ChoiceInput({
  about,
  field,
  path,
  value,
  choices,
  onChange,
}: FieldProps & { about: About; value: string }) {
  const options = optionsOf(field, choices, value)
  const Icon = field.control === 'icon' ? blockIcons[value as BlockIcon] : undefined
  return (
    <Field {...about}>
      <div className="flex items-center gap-3 [&>span]:flex-1">
        {Icon ? <Icon aria-hidden className="size-5 shrink-0 text-accent" /> : null}
        <Select
          {...fieldControl(about.id, about.error, about.hint)}
          value={value}
          onChange={({ currentTarget }) => onChange(path, currentTarget.value)}
        >
          {options.map(([option, name]) => (
            <option key={option} value={option}>
              {name}
            </option>
          ))}
        </Select>
      </div>
    </Field>
  )
}

type Option = readonly [value: string, name: string]

function optionsOf(
  field: FieldDescription,
  { services, meetings }: Choices,
  value: string,
): readonly Option[] {
  if (field.control === 'service')
    return [['', 'None'], ...services.map(({ id, name }): Option => [id, name])]
  if (field.control === 'icon') return blockIconNames.map((name) => [name, name])
  if (field.control !== 'meeting') return Object.entries(field.labels ?? {})
  const offered = meetings.map(({ slug, name }): Option => [slug, name])
  const isGone = value !== '' && !meetings.some(({ slug }) => slug === value)
  return [
    ['', 'All that are offered'],
    ...offered,
    ...(isGone ? [[value, `${value} (not offered)`] as const] : []),
  ]
}

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

function RichInput({ id, label, error, hint, value, max, onChange }: RichInputProps) {
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
        onPaste={(event) => pasteRichText(event, 'page')}
        className={`${inputClass} field-sizing-content max-h-[30rem] font-mono text-sm leading-relaxed`}
      />
    </Field>
  )
}
