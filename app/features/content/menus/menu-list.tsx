import { type ReactNode, useState } from 'react'

import { Button } from '#app/ui/button.tsx'
import { Field, fieldControl, TextField } from '#app/ui/field.tsx'
import { ArrowDown, ArrowUp, Trash2 } from '#app/ui/icons.tsx'
import { Select } from '#app/ui/select.tsx'

import type { MenuItem } from './menus-schema.ts'

export type MenuPage = { id: string; path: string; name: string; isPublished: boolean }

type Errors = Readonly<Record<string, string>>

export function MenuGroup({
  title,
  error,
  children,
}: {
  title: string
  error: string | undefined
  children: ReactNode
}) {
  return (
    <section
      aria-label={title}
      className="grid min-w-0 gap-5 rounded-lg border border-line bg-raised p-4 sm:p-6"
    >
      <h2 className="text-lg font-semibold">{title}</h2>
      {error ? (
        <p role="alert" className="text-sm text-danger">
          {error}
        </p>
      ) : null}
      {children}
    </section>
  )
}

type MenuListProps = {
  name: string
  label: string
  items: readonly MenuItem[]
  most: number
  pages: readonly MenuPage[]
  errors: Errors
}

const empty: MenuItem = { to: '', address: '', text: '' }

/** A list of links, and an empty one below it for a new link. */
export function MenuList({ name, label, items, most, pages, errors }: MenuListProps) {
  const rows = items.length < most ? [...items, empty] : items
  return (
    <ol className="grid gap-4 md:gap-2 md:[&>li+li>*>:nth-child(-n+2)>label]:sr-only">
      {rows.map((item, at) => {
        const from = `${name}.${at}`
        const isNew = at === items.length
        const rowLabel = isNew
          ? `Another ${label.charAt(0).toLowerCase()}${label.slice(1)}`
          : `${label} ${at + 1}`
        return (
          <li key={at} className="group/row">
            <MenuItemFields
              from={from}
              label={rowLabel}
              item={item}
              pages={pages}
              errors={errors}
              isNew={isNew}
            >
              {isNew ? null : <RowButtons from={from} name={rowLabel} at={at} of={items.length} />}
            </MenuItemFields>
          </li>
        )
      })}
    </ol>
  )
}

type MenuItemFieldsProps = {
  from: string
  label: string
  item: MenuItem
  pages: readonly MenuPage[]
  errors: Errors
  hint?: string
  isNew?: boolean
  withServices?: boolean
  children?: ReactNode
}

export function MenuItemFields(props: MenuItemFieldsProps) {
  const { from, label, item, pages, errors, hint, isNew = false, withServices = true, children } = props
  const id = (field: string) => `${from}.${field}`
  const [to, setTo] = useState(item.to)
  return (
    <div
      role="group"
      aria-label={label}
      className="grid gap-3 sm:grid-cols-2 md:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_9rem]"
    >
      <Field id={id('to')} label="Leads to" error={errors[id('to')]}>
        <Select
          {...fieldControl(id('to'), errors[id('to')])}
          name={id('to')}
          defaultValue={item.to}
          onChange={(event) => setTo(event.currentTarget.value)}
        >
          {isNew ? <option value="">Choose…</option> : null}
          <optgroup label="Pages">
            {pages.map((page) => (
              <option key={page.id} value={`page:${page.id}`}>
                {page.isPublished ? page.name : `${page.name} (not published)`}
              </option>
            ))}
          </optgroup>
          <optgroup label="Other">
            <option value="blog">Blog</option>
            {withServices ? <option value="services">All services</option> : null}
            <option value="address">An address</option>
          </optgroup>
        </Select>
      </Field>
      <TextField
        id={id('text')}
        name={id('text')}
        label="Label"
        hint={hint}
        placeholder={hint ? undefined : ownWordsOf(to, pages)}
        maxLength={40}
        defaultValue={item.text}
        error={errors[id('text')]}
      />
      {children ? (
        <div className="flex items-end gap-1 md:row-span-2 md:mt-1 md:items-start md:group-first/row:mt-7.5">
          {children}
        </div>
      ) : null}
      <TextField
        id={id('address')}
        name={id('address')}
        label="Address"
        maxLength={500}
        defaultValue={item.address}
        error={errors[id('address')]}
        className="sm:col-span-2 md:col-start-1 [[role=group]:not(:has(option[value=address]:checked))>&]:hidden"
      />
    </div>
  )
}

/** Returns the text that the menu shows while the field is empty. */
function ownWordsOf(to: string, pages: readonly MenuPage[]): string | undefined {
  if (to === 'blog') return 'Blog'
  return pages.find(({ id }) => to === `page:${id}`)?.name
}

type RowButtonsProps = { from: string; name: string; at: number; of: number }

export function RowButtons({ from, name, at, of }: RowButtonsProps) {
  const button = (way: string, words: string, Icon: typeof ArrowUp, isOff: boolean) => (
    <Button
      type="submit"
      name="move"
      value={`${from} ${way}`}
      tone="quiet"
      size="sm"
      disabled={isOff}
      aria-label={`${words}: ${name}`}
    >
      <Icon aria-hidden className="size-4" />
    </Button>
  )
  return (
    <>
      {button('up', 'Move up', ArrowUp, at === 0)}
      {button('down', 'Move down', ArrowDown, at === of - 1)}
      {button('remove', 'Remove', Trash2, false)}
    </>
  )
}
