import { type ComponentType, type ReactNode, useRef, useState } from 'react'

import { Button } from '#app/ui/button.tsx'
import { ChevronDown, Plus, Trash2 } from '#app/ui/icons.tsx'

import { type FieldDescription, newItem } from './block-description.ts'
import { placeOf } from './editor-state.ts'
import type { FieldProps } from './field-props.ts'
import { IconButton } from './icon-button.tsx'

/** `Input` draws a field inside a list or group, which may be a list itself. */
type Drawn = FieldProps & { Input: ComponentType<FieldProps> }
type ListProps = Drawn & { error: string | undefined }

/** A list of texts, or of groups that open one at a time. Items can be added, moved and removed. */
export function ListInput({ field, path, value, error, Input, ...rest }: ListProps) {
  const list = useRef<HTMLFieldSetElement>(null)
  const [said, say] = useState('')
  const [opened, open] = useState<number | null>(null)
  const { item } = field
  const items: readonly unknown[] = Array.isArray(value) ? value : []
  if (!item) return null
  const isFull = field.max !== undefined && items.length >= field.max
  const change = (next: readonly unknown[], words: string) => {
    rest.onChange(path, next)
    say(words)
  }
  const move = (from: number, to: number) =>
    change(
      items.toSpliced(from, 1).toSpliced(to, 0, items[from]),
      `${item.title} ${from + 1} moved to position ${to + 1} of ${items.length}.`,
    )
  const remove = (at: number) => {
    change(items.toSpliced(at, 1), `${item.title} ${at + 1} removed.`)
    list.current?.querySelector<HTMLElement>('[data-add]')?.focus()
  }
  return (
    <fieldset ref={list} className="grid gap-3">
      <legend className="mb-2 text-sm font-semibold">{field.title}</legend>
      {field.description ? <p className="text-sm text-muted">{field.description}</p> : null}
      {items.map((each, index) => {
        const tools = (
          <div className="flex gap-0.5">
            <IconButton
              name={`Move ${item.title} ${index + 1} up`}
              icon={ChevronDown}
              iconClass="rotate-180"
              isOff={index === 0}
              onPress={() => move(index, index - 1)}
            />
            <IconButton
              name={`Move ${item.title} ${index + 1} down`}
              icon={ChevronDown}
              isOff={index === items.length - 1}
              onPress={() => move(index, index + 1)}
            />
            <IconButton
              name={`Remove ${item.title} ${index + 1}`}
              icon={Trash2}
              onPress={() => remove(index)}
            />
          </div>
        )
        const inner = { ...rest, field: item, path: [...path, index], value: each }
        return item.fields ? (
          <Item
            key={index}
            {...inner}
            Input={Input}
            number={index + 1}
            isOpen={index === opened}
            tools={tools}
          />
        ) : (
          <div key={index} className="grid grid-cols-[1fr_auto] items-end gap-1.5">
            <Input {...inner} field={{ ...item, title: `${item.title} ${index + 1}` }} />
            {tools}
          </div>
        )
      })}
      {error ? <p className="text-sm text-danger">{error}</p> : null}
      <div>
        <Button
          data-add
          tone="outline"
          size="sm"
          disabled={isFull}
          onClick={() => {
            open(items.length)
            change([...items, newItem(item, items)], `${item.title} ${items.length + 1} added.`)
          }}
        >
          <Plus aria-hidden className="size-4" />
          Add {item.title.toLowerCase()}
        </Button>
      </div>
      <p aria-live="polite" className="sr-only">
        {said}
      </p>
    </fieldset>
  )
}

type ItemProps = Drawn & { number: number; isOpen: boolean; tools: ReactNode }

function Item({ number, isOpen, tools, ...props }: ItemProps) {
  const { field, value, faults, blockId, path } = props
  const place = `${placeOf(blockId, path)}.`
  const hasFault = Object.keys(faults).some((name) => name.startsWith(place))
  return (
    <div className="relative rounded-md border border-line bg-ink/40">
      <details className="group" open={hasFault || isOpen || undefined}>
        <summary className="flex min-h-10 items-center gap-2 py-2 pr-28 pl-3 text-sm">
          <ChevronDown aria-hidden className="size-4 shrink-0 -rotate-90 text-muted group-open:rotate-0" />
          <span className="truncate">
            <span className="sr-only">
              {field.title} {number}:{' '}
            </span>
            {firstText(field, value) || `${field.title} ${number}`}
          </span>
        </summary>
        <div className="grid gap-4 border-t border-line p-3">
          <GroupFields {...props} />
        </div>
      </details>
      <div className="absolute top-1 right-1">{tools}</div>
    </div>
  )
}

export function GroupFields({ field, path, value, Input, ...rest }: Drawn) {
  const values = (value ?? {}) as Readonly<Record<string, unknown>>
  return Object.entries(field.fields ?? {}).map(([name, inner]) => (
    <Input key={name} {...rest} field={inner} path={[...path, name]} value={values[name]} />
  ))
}

/** Returns the text that distinguishes an item from the others. */
function firstText({ fields }: FieldDescription, value: unknown): string {
  const texts = Object.entries(fields ?? {}).filter(
    ([, { control, isLinkName }]) => !isLinkName && (control === 'line' || control === 'paragraph'),
  )
  const values = value as Readonly<Record<string, unknown>>
  const found = texts.map(([name]) => values[name]).find((text) => typeof text === 'string' && text !== '')
  return typeof found === 'string' ? found : ''
}
