import { data } from 'react-router'

import { answer } from '#app/platform/http/answer.server.ts'
import { readForm, textFields } from '#app/platform/http/read-form.server.ts'
import { AdminPage } from '#app/ui/admin-page.tsx'
import { BackLink } from '#app/ui/back-link.tsx'
import { useActionToast } from '#app/ui/use-action-toast.ts'

import { getItem } from '../items/get-item.server.ts'
import { renameItem } from '../items/rename-item.server.ts'
import { rereadItem } from '../items/reread-item.server.ts'
import { scheduleRereading } from '../items/schedule-rereading.server.ts'
import { switchItem } from '../items/switch-item.server.ts'

import type { Route } from './+types/knowledge-item.route.ts'
import { refusedKnowledge } from './change-knowledge.server.ts'
import { ItemActions } from './item-actions.tsx'
import { ItemChanges } from './item-changes.tsx'
import { ItemFacts } from './item-facts.tsx'
import { ItemSections } from './item-sections.tsx'
import { isUnsettled, ItemStatus } from './item-status.tsx'
import type { KnowledgeAnswer } from './knowledge-answer.ts'
import { RereadForm } from './reread-form.tsx'
import { RenameForm } from './rename-form.tsx'
import { sectionsPage } from './sections-page.ts'
import { useReadingPoll } from './use-reading-poll.ts'

export function loader({ context, params, request }: Route.LoaderArgs) {
  return answer(context, async (ctx) => {
    const { sections, ...item } = await getItem(ctx, params.id)
    return { item, ...sectionsPage(sections, new URL(request.url).searchParams) }
  })
}

export function action({ context, params, request }: Route.ActionArgs) {
  const { id } = params
  return answer(context, async (ctx) => {
    const form = textFields(await readForm(request))
    const { intent, title = '', enabled, every = '' } = form
    try {
      if (intent === 'rename') await renameItem(ctx, { id, title })
      else if (intent === 'reread') await rereadItem(ctx, id)
      else if (intent === 'schedule') await scheduleRereading(ctx, { id, every })
      else if (intent === 'switch') await switchItem(ctx, { id, isEnabled: enabled === '1' })
    } catch (error) {
      const refused = refusedKnowledge(error)
      return data<KnowledgeAnswer>(refused.answer, { status: refused.status })
    }
    const done = { rename: 'Renamed', schedule: 'Saved' }[intent ?? '']
    return data<KnowledgeAnswer>(done ? { toast: { title: done } } : {})
  })
}

export function meta({ loaderData }: Route.MetaArgs) {
  return [{ title: `${loaderData?.item.title ?? 'Item'} · Admin` }]
}

export default function KnowledgeItemRoute({ loaderData, actionData }: Route.ComponentProps) {
  const { item, sections, page, pages, total } = loaderData
  useReadingPoll(isUnsettled(item))
  useActionToast(actionData)
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
          <ItemSections item={item} sections={sections} page={page} pages={pages} total={total} />
        </div>
        <div className="grid grid-cols-1 gap-6">
          <ItemFacts item={item} />
          {item.kind === 'url' ? <RereadForm every={item.rereadEvery} /> : null}
          {
            // The site's own pages bear the site's titles.
            item.kind === 'site' ? null : (
              <RenameForm key={item.title} title={item.title} error={actionData?.errors?.['title']} />
            )
          }
        </div>
      </div>
    </AdminPage>
  )
}
