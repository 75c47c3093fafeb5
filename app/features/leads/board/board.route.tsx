import { Link } from 'react-router'
import { z } from 'zod'

import { answer } from '#app/platform/http/answer.server.ts'
import { form, formAction, textField } from '#app/platform/http/form-action.server.ts'
import { listAssignees } from '#app/platform/members.server.ts'
import { readAssistantChoices } from '#app/platform/lists/assistants-of-list.server.ts'
import { readLanguageChoices } from '#app/platform/lists/languages-of-list.server.ts'
import { AdminPage } from '#app/ui/admin-page.tsx'
import { buttonClass } from '#app/ui/button.tsx'
import { useLive } from '#app/ui/use-live.ts'

import { LeadFilters } from '../admin/lead-filters.tsx'
import { undoOfStatus } from '../admin/undo-of-status.ts'
import { changeLeadStatus } from '../change-lead.server.ts'
import { readAnswerChoices, todayOf } from '../lead-filters.server.ts'
import { leadListPath } from '../lead-list-query.ts'
import { leadStatuses, statusNames } from '../lead-status.ts'
import { listTags } from '../work/list-tags.server.ts'

import type { Route } from './+types/board.route.ts'
import { Board } from './board.tsx'
import { readBoardQuery } from './board-query.ts'
import { readBoard } from './read-board.server.ts'

export function loader({ context, request }: Route.LoaderArgs) {
  return answer(context, async (ctx) => {
    const query = readBoardQuery(new URL(request.url).searchParams)
    const [board, assignees, tags, { currency }, today, answers, languages, assistants] = await Promise.all([
      readBoard(ctx, query),
      listAssignees(ctx),
      listTags(ctx),
      ctx.site(ctx),
      todayOf(ctx),
      readAnswerChoices(ctx),
      readLanguageChoices(ctx),
      readAssistantChoices(ctx),
    ])
    return { query, board, assignees, tags, currency, today, answers, languages, assistants }
  })
}

export const action = formAction({
  move: form({
    schema: z.object({ id: z.string(), status: textField, seen: z.enum(leadStatuses).optional() }),
    run: changeLeadStatus,
    toast: (undo, { status }) => {
      const name = leadStatuses.find((known) => known === status)
      return { title: name ? `Moved to ${statusNames[name]}` : 'Moved', undo: undoOfStatus(undo) }
    },
    rejected: 'Not moved',
  }),
})

export function meta() {
  return [{ title: 'Board of leads · Admin' }]
}

export default function BoardRoute({ loaderData }: Route.ComponentProps) {
  const { query, board, assignees, tags, currency, today, answers, languages, assistants } = loaderData
  useLive('/admin/today/changes')
  return (
    <AdminPage
      title="Board"
      width="list"
      actions={
        <Link to={leadListPath(query.list, {})} className={buttonClass({ tone: 'outline', size: 'md' })}>
          Show as a list
        </Link>
      }
    >
      <LeadFilters
        query={query.list}
        assignees={assignees}
        tags={tags}
        currency={currency}
        answers={answers}
        languages={languages}
        assistants={assistants}
        isBoard
      />
      {board.isCut ? (
        <p role="note" className="text-sm text-muted">
          Many leads match. The board shows the newest 1,000; a more specific search finds fewer.
        </p>
      ) : null}
      <Board board={board} query={query} facts={{ assignees, currency, today }} />
    </AdminPage>
  )
}
