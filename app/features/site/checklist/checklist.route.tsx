import { Form, Link } from 'react-router'
import { z } from 'zod'

import { SiteSections } from '#app/features/content/site-sections.tsx'
import { answer } from '#app/platform/http/answer.server.ts'
import { anyFields, form, formAction } from '#app/platform/http/form-action.server.ts'
import { AdminPage } from '#app/ui/admin-page.tsx'
import { Button, buttonClass } from '#app/ui/button.tsx'
import { FormFields } from '#app/ui/form-fields.tsx'
import { Cell, HeadCell, Table } from '#app/ui/table.tsx'

import type { Route } from './+types/checklist.route.ts'
import { type ChecklistGroup, checklistGroups, type ChecklistItem } from './checklist-item.ts'
import {
  askStarterAgain,
  type Checklist,
  confirmStarter,
  overrideChecklist,
  readChecklist,
  removeStarter,
} from './checklist.server.ts'

export function loader({ context }: Route.LoaderArgs) {
  return answer(context, readChecklist)
}

const groups = Object.keys(checklistGroups) as ChecklistGroup[]
const oneItem = z.object({ id: z.string().max(200) })
const confirmed = { title: 'Confirmed', text: 'The text stays on the site.' }

export const action = formAction({
  confirm: form({ schema: oneItem, run: confirmStarter, toast: confirmed }),
  'confirm-group': form({
    schema: z.object({ group: z.enum(groups) }),
    run: confirmStarter,
    toast: confirmed,
  }),
  remove: form({
    schema: oneItem,
    run: removeStarter,
    toast: { title: 'Removed', text: 'The site no longer says so.' },
  }),
  'ask-again': form({
    schema: oneItem,
    run: askStarterAgain,
    toast: { title: 'Listed again', text: 'It is open again.' },
  }),
  open: form({
    schema: anyFields,
    run: (ctx) => overrideChecklist(ctx, { isOpen: true }),
    toast: { title: 'Open', text: 'Search engines may now list the site.' },
  }),
  close: form({
    schema: anyFields,
    run: (ctx) => overrideChecklist(ctx, { isOpen: false }),
    toast: { title: 'Closed', text: 'Search engines are kept out while any item is open.' },
  }),
})

export function meta() {
  return [{ title: 'Checklist · Admin' }]
}

export default function ChecklistRoute({ loaderData: checklist }: Route.ComponentProps) {
  const { open, confirmed: settled } = checklist
  return (
    <AdminPage title="Before going live">
      <SiteSections />
      <p className="max-w-3xl text-secondary">
        What visitors still read of the demo brand: confirm what is true for you, and change or remove the
        rest.
      </p>
      <SearchEngines {...checklist} />
      {groups.map((group) => (
        <OpenItems key={group} group={group} items={open.filter((item) => item.group === group)} />
      ))}
      {settled.length > 0 ? <Settled items={settled} /> : null}
    </AdminPage>
  )
}

function SearchEngines({ open, isOverridden }: Checklist) {
  const isDone = open.length === 0
  return (
    <Form
      method="post"
      aria-label="Search engines"
      className="flex max-w-3xl flex-wrap items-center justify-between gap-4 rounded-lg border border-line bg-raised p-6"
    >
      <FormFields>
        <div className="min-w-0 flex-1 basis-80">
          <h2 className="font-semibold">
            {isDone || isOverridden ? 'Search engines may list the site' : 'Search engines are kept out'}
          </h2>
          <p className="mt-1 text-sm text-secondary">
            {isDone
              ? 'Nothing is open.'
              : `${open.length} ${open.length === 1 ? 'item is' : 'items are'} open.`}{' '}
            {isDone || isOverridden
              ? ''
              : 'As long as any item is open, every page tells search engines not to list it (noindex). Visitors see it as usual.'}
          </p>
        </div>
        {isOverridden ? (
          <Button type="submit" name="intent" value="close" tone="outline">
            Keep out while items are open
          </Button>
        ) : isDone ? null : (
          <Button type="submit" name="intent" value="open" tone="outline">
            Let search engines in now
          </Button>
        )}
      </FormFields>
    </Form>
  )
}

function OpenItems({ group, items }: { group: ChecklistGroup; items: readonly ChecklistItem[] }) {
  if (items.length === 0) return null
  return (
    <section aria-labelledby={`${group}-title`} className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id={`${group}-title`} className="text-heading">
          {checklistGroups[group]}
        </h2>
        <Form method="post" className="md:pr-1">
          <FormFields>
            <input type="hidden" name="group" value={group} />
            <Button type="submit" name="intent" value="confirm-group" tone="quiet" size="sm">
              All {items.length} are true for us
            </Button>
          </FormFields>
        </Form>
      </div>
      <Items caption={checklistGroups[group]} items={items}>
        {(item) => <Choices item={item} />}
      </Items>
    </section>
  )
}

type ItemsProps = {
  caption: string
  items: readonly ChecklistItem[]
  children: (item: ChecklistItem) => React.ReactNode
}

function Items({ caption, items, children }: ItemsProps) {
  return (
    <Table
      caption={caption}
      head={
        <>
          <HeadCell>What the site says</HeadCell>
          <HeadCell className="hidden w-80 text-right md:table-cell">Is it true?</HeadCell>
        </>
      }
    >
      {items.map((item) => (
        <tr key={item.id} className="grid md:table-row">
          <Cell className="pb-0 md:pb-2">
            <p className="font-medium">{item.title}</p>
            <p className="mt-0.5 text-sm wrap-anywhere text-secondary">{item.says}</p>
          </Cell>
          <Cell>{children(item)}</Cell>
        </tr>
      ))}
    </Table>
  )
}

function Choices({ item: { id, title, changeAt, canRemove } }: { item: ChecklistItem }) {
  return (
    <Form method="post">
      <FormFields>
        <input type="hidden" name="id" value={id} />
        <div role="group" aria-label={title} className="flex flex-wrap gap-2 md:flex-row-reverse">
          <Button type="submit" name="intent" value="confirm" tone="outline" size="sm">
            This is true for us
          </Button>
          <Link to={changeAt} className={buttonClass({ tone: 'quiet', size: 'sm' })}>
            Change
          </Link>
          {canRemove ? (
            <Button type="submit" name="intent" value="remove" tone="quiet" size="sm">
              Remove
            </Button>
          ) : null}
        </div>
      </FormFields>
    </Form>
  )
}

function Settled({ items }: { items: readonly ChecklistItem[] }) {
  return (
    <details className="rounded-lg border border-line bg-raised p-5">
      <summary className="cursor-pointer font-medium">{items.length} confirmed</summary>
      <div className="mt-4">
        <Items caption="Confirmed" items={items}>
          {({ id, title }) => (
            <Form method="post" className="md:text-right">
              <FormFields>
                <input type="hidden" name="id" value={id} />
                <Button
                  type="submit"
                  name="intent"
                  value="ask-again"
                  tone="quiet"
                  size="sm"
                  aria-label={`List it again: ${title}`}
                >
                  List it again
                </Button>
              </FormFields>
            </Form>
          )}
        </Items>
      </div>
    </details>
  )
}
