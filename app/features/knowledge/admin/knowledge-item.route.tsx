import { answer } from '#app/platform/http/answer.server.ts'
import { AdminPage } from '#app/ui/admin-page.tsx'
import { BackLink } from '#app/ui/back-link.tsx'

import { collectionsOfItem, listCollections } from '../collections/change-collections.server.ts'
import { getItem } from '../items/get-item.server.ts'
import type { Coverage, LeftOut, LeftOutReason } from '../reading/coverage.ts'

import type { Route } from './+types/knowledge-item.route.ts'
import { changeItem } from './change-knowledge.server.ts'
import { ItemActions, PlaceForm, RenameForm, RereadForm } from './item-actions.tsx'
import { ItemChanges, ItemSections } from './item-sections.tsx'
import { ItemFacts } from './item-facts.tsx'
import { isInProgress, ItemStatus } from './item-status.tsx'
import { sectionsPage } from './shown-item.ts'
import { useReadingPoll } from './use-readings.ts'

export function loader({ context, params, request }: Route.LoaderArgs) {
  return answer(context, async (ctx) => {
    const [{ sections, ...item }, collections, placed] = await Promise.all([
      getItem(ctx, params.id),
      listCollections(ctx),
      collectionsOfItem(ctx, params.id),
    ])
    return { item, collections, placed, ...sectionsPage(sections, new URL(request.url).searchParams) }
  })
}

export const action = changeItem

export function meta({ loaderData }: Route.MetaArgs) {
  return [{ title: `${loaderData?.item.title ?? 'Item'} · Admin` }]
}

export default function KnowledgeItemRoute({ loaderData, actionData }: Route.ComponentProps) {
  const { item, collections, placed, sections, page, pages, total } = loaderData
  useReadingPoll(isInProgress(item))
  return (
    <AdminPage title={<bdi>{item.title}</bdi>} actions={<ItemActions item={item} />}>
      <BackLink to="/admin/knowledge" name="Knowledge Base" />
      <div aria-live="polite" className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <ItemStatus item={item} />
        {item.failure === null ? null : <p className="text-sm text-danger">{item.failure}</p>}
      </div>
      <div className="grid items-start gap-6 lg:grid-cols-[1fr_17rem]">
        <div className="order-2 grid min-w-0 grid-cols-1 gap-6 lg:order-none">
          <ItemChanges item={item} />
          {item.coverage === null ? null : <ItemCoverage coverage={item.coverage} />}
          <ItemSections item={item} sections={sections} page={page} pages={pages} total={total} />
        </div>
        <div className="grid grid-cols-1 gap-6">
          <ItemFacts item={item} />
          <PlaceForm
            key={placed.join(' ')}
            collections={collections}
            placed={placed}
            error={actionData?.errors['collections']}
          />
          {item.kind === 'url' ? <RereadForm every={item.rereadEvery} /> : null}
          {
            // The site's own pages keep the site's titles.
            item.kind === 'site' ? null : (
              <RenameForm key={item.title} title={item.title} error={actionData?.errors['title']} />
            )
          }
        </div>
      </div>
    </AdminPage>
  )
}

const reasonNames: Readonly<Record<LeftOutReason, string>> = {
  navigation: 'Navigation',
  frame: 'Header or footer of the page',
  aside: 'Beside the main text',
  form: 'Forms and buttons',
  dialogue: 'Sample conversation',
  calculator: 'Example in a calculator',
  hidden: 'Hidden from visitors',
  title: 'The title, which is kept as the title of this item',
  outside: 'Outside the main text',
  repeated: 'Repeated at the edge of the pages',
  unreadable: 'Could not be read',
  unknown: 'Not read',
}

/** Returns a percentage rounded down; 100 means that nothing is left out. */
function percentRead({ words, indexed, leftOut }: Coverage): number {
  if (leftOut.length === 0) return 100
  return Math.min(99.9, Math.floor((indexed * 1000) / Math.max(words, 1)) / 10)
}

function ItemCoverage({ coverage }: { coverage: Coverage }) {
  const { words, indexed, leftOut, unlisted } = coverage
  const read = `${percentRead(coverage).toLocaleString('en-US')} % read`
  const count = `${indexed.toLocaleString('en-US')} of ${counted(words)}`
  if (leftOut.length === 0)
    return (
      <p className="text-sm text-secondary">
        {read}: {count}
      </p>
    )
  const groups = Map.groupBy(leftOut, ({ reason }) => reason)
  return (
    <details className="rounded-lg border border-line bg-raised p-5">
      <summary className="cursor-pointer font-medium">{read}, show what is missing</summary>
      <p className="mt-3 text-sm text-secondary">The assistant can find {count}. Left out are:</p>
      {Array.from(groups, ([reason, entries]) => (
        <section key={reason} aria-label={reasonNames[reason]} className="mt-4">
          <h2 className="text-sm font-medium">{reasonNames[reason]}</h2>
          <ul className="mt-1 grid list-disc gap-1 ps-5 text-sm">
            {entries.map((entry, at) => (
              <LeftOutText key={at} entry={entry} />
            ))}
          </ul>
        </section>
      ))}
      {unlisted > 0 ? <p className="mt-4 text-sm text-secondary">And {counted(unlisted)} more.</p> : null}
    </details>
  )
}

function LeftOutText({ entry: { text, page, times } }: { entry: LeftOut }) {
  const place = page === null ? null : `page ${page}${times > 1 ? ` and ${times - 1} more` : ''}`
  return (
    <li className="wrap-anywhere text-secondary">
      {text === '' ? 'Characters that cannot be read' : <bdi>{text}</bdi>}
      {place === null ? null : <span className="text-muted"> ({place})</span>}
    </li>
  )
}

function counted(words: number): string {
  return words === 1 ? '1 word' : `${words.toLocaleString('en-US')} words`
}
