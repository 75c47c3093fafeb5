import { type FetcherWithComponents, Link } from 'react-router'

import { Button } from '#app/ui/button.tsx'
import { Trash2 } from '#app/ui/icons.tsx'
import { Switch } from '#app/ui/switch.tsx'
import { Cell, HeadCell, LinkRow, Table } from '#app/ui/table.tsx'
import { Time } from '#app/ui/time.tsx'
import { useAdminShell } from '#app/ui/use-admin-shell.ts'
import { englishNameOf } from '#app/lib/languages.ts'

import { kindNames } from '../items/knowledge-item.ts'
import type { listItems } from '../items/list-items.server.ts'

import type { KnowledgeAnswer } from './change-knowledge.server.ts'
import { ItemStatus } from './item-status.tsx'

const FIGURE = 'hidden text-end text-sm text-secondary tabular-nums xl:table-cell'

export function ItemTable({ items, change }: { items: readonly ListedItem[]; change: ItemChange }) {
  const head = (
    <>
      <HeadCell className="hidden w-16 pe-0 sm:table-cell">Type</HeadCell>
      <HeadCell>Title</HeadCell>
      <HeadCell className="hidden w-28 lg:table-cell">Language</HeadCell>
      <HeadCell className="hidden w-24 text-end sm:table-cell">Size</HeadCell>
      <HeadCell className="hidden w-28 text-end md:table-cell">Date</HeadCell>
      <HeadCell className="w-24 pe-0 sm:w-32">Status</HeadCell>
      <HeadCell className="hidden w-24 text-end xl:table-cell">Passages</HeadCell>
      <HeadCell className="hidden w-20 text-end xl:table-cell">Cited</HeadCell>
      <HeadCell className="w-12 sm:w-16">
        <span className="sr-only">Change</span>
      </HeadCell>
    </>
  )
  return (
    <Table caption="Knowledge base items" head={head}>
      {items.map((item) => (
        <ItemRow key={item.id} item={item} change={change} />
      ))}
    </Table>
  )
}

function ItemRow({ item, change }: { item: ListedItem; change: ItemChange }) {
  const { timeZone, now } = useAdminShell()
  const size = item.sizeKb > 0 ? `${item.sizeKb.toLocaleString('en-US')} KB` : '–'
  return (
    <LinkRow>
      <Cell className="hidden pe-0 text-sm text-secondary sm:table-cell">{kindNames[item.kind]}</Cell>
      <Cell>
        <Link
          to={`/admin/knowledge/${item.id}`}
          prefetch="intent"
          className="line-clamp-2 font-medium no-underline after:absolute after:inset-0"
        >
          <bdi>{item.title}</bdi>
        </Link>
        <span className="block text-sm text-muted sm:hidden">
          {kindNames[item.kind]} · {size}
        </span>
        {item.failure === null ? null : <span className="block text-sm text-danger">{item.failure}</span>}
      </Cell>
      <Cell className="hidden text-sm text-secondary lg:table-cell">
        {item.language === null ? '–' : englishNameOf(item.language)}
      </Cell>
      <Cell className="hidden text-end text-sm text-secondary tabular-nums sm:table-cell">{size}</Cell>
      <Cell className="hidden text-end text-sm text-secondary tabular-nums md:table-cell">
        <Time at={item.createdAt} timeZone={timeZone} now={now} />
      </Cell>
      <Cell className="pe-0">
        <ItemStatus item={item} />
        {item.kind === 'pdf' ? (
          <span className="mt-0.5 block text-xs text-muted">
            {item.isPublic ? 'Public file' : 'Private file'}
          </span>
        ) : null}
        {item.isEnabled ? null : <span className="mt-0.5 block text-xs text-muted">Not used</span>}
      </Cell>
      <Cell className={FIGURE}>{item.passages}</Cell>
      <Cell className={FIGURE}>{item.cited}</Cell>
      <td className="relative">
        <div className="flex items-center justify-center">
          {item.kind === 'site' ? (
            <UseItem item={item} change={change} />
          ) : (
            <DeleteItem item={item} change={change} />
          )}
        </div>
      </td>
    </LinkRow>
  )
}

type RowActionProps = { item: ListedItem; change: ItemChange }

function DeleteItem({ item: { id, title }, change }: RowActionProps) {
  return (
    <Button
      tone="quiet"
      className="quiet-action"
      onClick={() => void change.submit({ intent: 'delete', id }, { method: 'post' })}
    >
      <Trash2 aria-hidden className="size-4" />
      <span className="sr-only">Delete {title}</span>
    </Button>
  )
}

/** The site's own pages can be excluded from answers but not deleted. */
function UseItem({ item: { id, title, isEnabled }, change }: RowActionProps) {
  return (
    <Switch
      label={`Use ${title}`}
      isOn={isEnabled}
      isPending={change.formData?.get('id') === id}
      onSwitch={(isOn) =>
        void change.submit({ intent: 'switch', id, enabled: isOn ? '1' : '0' }, { method: 'post' })
      }
    />
  )
}

type ListedItem = Awaited<ReturnType<typeof listItems>>['items'][number]

/** All rows share one fetcher, because a row that is deleted would take its own fetcher with it. */
type ItemChange = FetcherWithComponents<KnowledgeAnswer>
