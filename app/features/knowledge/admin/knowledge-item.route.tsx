import { answer } from '#app/platform/http/answer.server.ts'
import { AdminPage } from '#app/ui/admin-page.tsx'
import { BackLink } from '#app/ui/back-link.tsx'

import { getItem } from '../items/get-item.server.ts'

import type { Route } from './+types/knowledge-item.route.ts'
import { changeItem } from './change-knowledge.server.ts'
import { ItemActions, RenameForm, RereadForm } from './item-actions.tsx'
import { ItemCoverage } from './item-coverage.tsx'
import { ItemChanges, ItemSections } from './item-sections.tsx'
import { ItemFacts } from './item-facts.tsx'
import { isInProgress, ItemStatus } from './item-status.tsx'
import { sectionsPage } from './shown-item.ts'
import { useReadingPoll } from './use-readings.ts'

export function loader({ context, params, request }: Route.LoaderArgs) {
  return answer(context, async (ctx) => {
    const { sections, ...item } = await getItem(ctx, params.id)
    return { item, ...sectionsPage(sections, new URL(request.url).searchParams) }
  })
}

export const action = changeItem

export function meta({ loaderData }: Route.MetaArgs) {
  return [{ title: `${loaderData?.item.title ?? 'Item'} · Admin` }]
}

export default function KnowledgeItemRoute({ loaderData, actionData }: Route.ComponentProps) {
  const { item, sections, page, pages, total } = loaderData
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
