import { z } from 'zod'

import { countText } from '#app/lib/paging.ts'
import { answer } from '#app/platform/http/answer.server.ts'
import { form, formAction, textField } from '#app/platform/http/form-action.server.ts'
import { AdminPage } from '#app/ui/admin-page.tsx'
import { BackLink } from '#app/ui/back-link.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Mailbox } from '#app/ui/icons.tsx'
import { listHandle } from '#app/ui/list-and-detail.ts'
import { PagedRows } from '#app/ui/paged-rows.tsx'
import { LinkTabs } from '#app/ui/tabs.tsx'
import { useKeptFocus } from '#app/ui/use-kept-focus.ts'

import type { Route } from './+types/unfiled.route.ts'
import { bringBackReceived, dismissReceived } from './dismiss-received.server.ts'
import { listUnfiled, UNFILED_PER_PAGE } from './list-unfiled.server.ts'
import { senderOf, UnfiledList } from './unfiled-list.tsx'
import { readUnfiledQuery, unfiledPath } from './unfiled-query.ts'

export function loader({ context, request }: Route.LoaderArgs) {
  return answer(context, async (ctx) => {
    const query = readUnfiledQuery(new URL(request.url).searchParams)
    return { ...(await listUnfiled(ctx, query)), query, perPage: UNFILED_PER_PAGE }
  })
}

const time = z.coerce.number().int().nonnegative()

export const action = formAction(
  {
    dismiss: form({
      schema: z.object({ all: textField, until: time.default(0) }),
      run: (ctx, { all, until }, { posted }) =>
        dismissReceived(ctx, all === 'yes' ? { until } : { ids: posted.getAll('pick').map(String) }),
      toast: ({ count, dismissedAt }) => ({
        title: count === 1 ? '1 mail dismissed' : `${count.toLocaleString('en-US')} mails dismissed`,
        undo: {
          action: '/admin/unfiled',
          fields: { intent: 'undo-dismissal', at: String(dismissedAt) },
        },
      }),
    }),
    'undo-dismissal': form({
      schema: z.object({ at: time }),
      run: (ctx, { at }) => bringBackReceived(ctx, { dismissedAt: at }),
      toast: { title: 'Undone' },
    }),
    'bring-back': form({
      schema: z.object({}),
      run: (ctx, _input, { posted }) => bringBackReceived(ctx, { ids: posted.getAll('pick').map(String) }),
      toast: (count) => ({ title: count === 1 ? '1 mail restored' : `${count} mails restored` }),
    }),
  },
  { maxFields: UNFILED_PER_PAGE + 10 },
)

export const handle = listHandle<typeof loader>('/admin/unfiled', 'Unfiled', ({ mails }) =>
  mails.map((mail) => ({
    to: `/admin/unfiled/${mail.id}`,
    title: mail.subject || 'No subject',
    text: senderOf(mail),
    at: mail.at,
    state: mail.seen_at === null ? { name: 'New', tone: 'accent' } : null,
  })),
)

export function meta() {
  return [{ title: 'Unfiled · Admin' }]
}

export default function UnfiledRoute({ loaderData }: Route.ComponentProps) {
  const { query, mails, newestAt, total, hasMore, pages } = loaderData
  useKeptFocus(total)
  const folders = [
    { folder: 'waiting', name: 'Unfiled' },
    { folder: 'dismissed', name: 'Dismissed' },
  ] as const
  return (
    <AdminPage width="list" title="Unfiled">
      <BackLink to="/admin/leads" name="All leads" />
      <p className="max-w-2xl text-sm text-secondary">
        Mails that are not replies to yours. File each with a lead, create a new lead from it, or dismiss it.
        Nothing changes in the mailbox.
      </p>
      <LinkTabs
        label="Folders"
        tabs={folders.map(({ folder, name }) => ({
          to: unfiledPath(query, { folder }),
          name,
          isCurrent: query.folder === folder,
        }))}
      />
      <PagedRows
        list={loaderData}
        shown={mails.length}
        none={
          <EmptyState
            icon={Mailbox}
            title={query.folder === 'dismissed' ? 'No dismissed mails' : 'No unfiled mails'}
            text={
              query.folder === 'dismissed'
                ? 'Dismissed mails stay here for 30 days.'
                : 'Replies to your mails are filed with their lead automatically. All other mails appear here.'
            }
          />
        }
        pathOf={(page) => unfiledPath(query, { page })}
      >
        <UnfiledList
          key={query.folder}
          mails={mails}
          folder={query.folder}
          newestAt={newestAt}
          all={countText(total, hasMore)}
          hasMorePages={pages > 1}
        />
      </PagedRows>
    </AdminPage>
  )
}
