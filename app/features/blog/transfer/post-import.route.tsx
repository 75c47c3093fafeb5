import { Form, Link, redirect } from 'react-router'
import { z } from 'zod'

import { countText } from '#app/lib/paging.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { answer } from '#app/platform/http/answer.server.ts'
import { form, formAction } from '#app/platform/http/form-action.server.ts'
import { AdminPage } from '#app/ui/admin-page.tsx'
import { BackLink } from '#app/ui/back-link.tsx'
import { Button, buttonClass } from '#app/ui/button.tsx'
import { FormFields } from '#app/ui/form-fields.tsx'
import { Download } from '#app/ui/icons.tsx'
import { Pagination } from '#app/ui/pagination.tsx'
import { Select } from '#app/ui/select.tsx'
import { Spinner } from '#app/ui/spinner.tsx'
import { usePoll } from '#app/ui/use-poll.ts'

import type { Route } from './+types/post-import.route.ts'
import { type BulkChange, bulkChanges, ENTRIES_PER_PAGE } from './import-names.ts'
import {
  cancelPostImport,
  chooseEntries,
  confirmPostImport,
  type EntryPage,
  getPostImport,
  listEntries,
  type PostImport,
} from './post-imports.server.ts'
import { PreviewTable, ReportTable } from './preview-table.tsx'

export function loader({ context, params, url }: Route.LoaderArgs) {
  return answer(context, async (ctx) => {
    const page = Math.max(1, Math.trunc(Number(url.searchParams.get('page'))) || 1)
    const taken = await getPostImport(ctx, params.id)
    const isShown = taken.state === 'ready' || taken.state === 'done' || taken.state === 'failed'
    return { taken, shown: isShown ? await listEntries(ctx, { id: params.id, page }) : null }
  })
}

const chosen = z.object({ id: z.string() }).catchall(z.string())
type Chosen = z.output<typeof chosen>

export const action = formAction(
  {
    previous: form({ schema: chosen, run: (ctx, fields) => turn(ctx, fields, -1) }),
    next: form({ schema: chosen, run: (ctx, fields) => turn(ctx, fields, 1) }),
    change: form({
      schema: chosen,
      run: (ctx, fields) =>
        choose(ctx, fields, bulkChanges.find((change) => change === fields['change']) ?? null),
      toast: { title: 'Preview changed', text: 'Nothing has been stored yet.' },
    }),
    import: form({
      schema: chosen,
      async run(ctx, fields) {
        await choose(ctx, fields)
        await confirmPostImport(ctx, { id: fields.id, redirects: fields['redirects'] !== undefined })
        return redirect(`/admin/blog/imports/${fields.id}`)
      },
    }),
    cancel: form({
      schema: z.object({ id: z.string() }),
      async run(ctx, { id }) {
        await cancelPostImport(ctx, { id })
        return redirect('/admin/blog/transfer')
      },
    }),
  },
  { maxFields: 2 * ENTRIES_PER_PAGE + 20 },
)

async function choose(ctx: Ctx, fields: Chosen, change: BulkChange | null = null): Promise<void> {
  const positions = Object.keys(fields).flatMap((name) => {
    const position = /^seen-(\d{1,9})$/.exec(name)?.[1]
    return position === undefined ? [] : [Number(position)]
  })
  const seen = new Map(positions.map((position) => [position, fields[`chosen-${position}`] !== undefined]))
  await chooseEntries(ctx, { id: fields.id, seen, change, all: fields['all'] !== undefined })
}

async function turn(ctx: Ctx, fields: Chosen, by: 1 | -1): Promise<Response> {
  await choose(ctx, fields)
  return redirect(`/admin/blog/imports/${fields.id}?page=${Math.max(1, Number(fields['page']) + by || 1)}`)
}

export function meta() {
  return [{ title: 'Import of posts · Admin' }]
}

export default function PostImportRoute({ loaderData, actionData }: Route.ComponentProps) {
  const { taken, shown } = loaderData
  const { id, state, name, notes } = taken
  const isUnderWay = state === 'uploading' || state === 'reading' || state === 'importing'
  usePoll(isUnderWay, `/admin/blog/imports/${id}/state`)
  return (
    <AdminPage title={<bdi className="break-all">{name}</bdi>} width="wide">
      <BackLink to="/admin/blog/transfer" name="Import and export" />
      <div role="status" className="grid gap-4 empty:absolute">
        {isUnderWay ? <Progress taken={taken} /> : <Outcome taken={taken} />}
      </div>
      {notes.length > 0 ? (
        <ul className="grid list-disc gap-1 pl-5 text-secondary">
          {notes.map((note, n) => (
            <li key={n}>{note}</li>
          ))}
          {notes.some((note) => /\bpages?\b/.test(note)) ? (
            <li>
              Pages are read from the old site under <Link to="/admin/transfer">Transfer</Link>.
            </li>
          ) : null}
        </ul>
      ) : null}
      {shown && state === 'ready' ? <Preview shown={shown} error={actionData?.errors['change']} /> : null}
      {shown && state !== 'ready' && shown.total > 0 ? <Report id={id} shown={shown} /> : null}
    </AdminPage>
  )
}

function Progress({ taken: { state, total, done } }: { taken: PostImport }) {
  const isStoring = state === 'importing' && total !== null
  return (
    <div className="grid gap-3">
      <p className="flex items-center gap-2 font-medium">
        <Spinner />
        {isStoring
          ? `${countText(done, false)} of ${countText(total, false)} posts`
          : done > 0
            ? `${countText(done, false)} posts have been read.`
            : 'The file is being read.'}
      </p>
      <progress
        aria-label="Progress"
        className="h-2 w-full accent-accent"
        {...(isStoring ? { value: done, max: Math.max(total, 1) } : {})}
      />
      <p className="text-sm text-secondary">
        {isStoring ? 'It continues if you leave this page.' : 'Nothing has been stored yet.'}
      </p>
      <noscript>
        <p>Please reload this page to see how far it is.</p>
      </noscript>
      <CancelForm name="Cancel" />
      {isStoring ? (
        <p className="text-sm text-secondary">Cancelling removes the posts that were already imported.</p>
      ) : null}
    </div>
  )
}

function Outcome({ taken: { state, imported, updated, total, failure } }: { taken: PostImport }) {
  if (state === 'ready') return null
  const left = Math.max(0, (total ?? 0) - imported - updated)
  return (
    <>
      {failure === null ? null : <p className="font-medium">{failure}</p>}
      {state === 'done' || imported + updated > 0 ? (
        <p className="font-medium">
          {imported === 1 ? '1 post was imported' : `${countText(imported, false)} posts were imported`}
          {updated > 0 ? `, ${countText(updated, false)} updated` : ''}
          {left > 0 ? `, ${countText(left, false)} left out` : ''}.
        </p>
      ) : null}
      {state === 'failed' ? <CancelForm name="Delete this import" /> : null}
    </>
  )
}

function CancelForm({ name }: { name: string }) {
  return (
    <Form method="post">
      <FormFields>
        <button
          type="submit"
          name="intent"
          value="cancel"
          className={buttonClass({ tone: 'outline', size: 'sm' })}
        >
          {name}
        </button>
      </FormFields>
    </Form>
  )
}

function summaryOf({ page, total }: EntryPage): string {
  const first = (page - 1) * ENTRIES_PER_PAGE + 1
  return `${countText(first, false)}–${countText(Math.min(page * ENTRIES_PER_PAGE, total), false)} of ${countText(total, false)}`
}

const changeNames: Record<BulkChange, string> = {
  published: 'Publish',
  draft: 'Make a draft',
  import: 'Import as new',
  update: 'Update the post that is here',
  skip: 'Leave out',
}

/** The buttons keep what is ticked on this page before they do anything else, so that every page can be chosen from. */
function Preview({ shown, error }: { shown: EntryPage; error: string | undefined }) {
  const { total, chosen: count, page, pages, entries } = shown
  const step = buttonClass({ tone: 'outline', size: 'sm' })
  return (
    <Form method="post" aria-label="Preview" className="grid gap-5">
      <FormFields>
        <input type="hidden" name="page" value={page} />
        <div className="flex flex-wrap items-center gap-3">
          <Button type="submit" name="intent" value="import" tone="solid">
            Import selected
          </Button>
          <Button type="submit" name="intent" value="cancel" tone="outline">
            Cancel
          </Button>
          <span className="text-sm text-secondary tabular-nums">
            {countText(count, false)} of {countText(total, false)} selected. Nothing has been stored yet.
          </span>
        </div>
        <label className="flex items-start gap-3 text-sm">
          <input type="checkbox" name="redirects" defaultChecked className="mt-0.5 size-5" />
          <span>Former addresses of the old blog lead to the posts</span>
        </label>
        <div className="flex flex-wrap items-end gap-3">
          <div className="grid gap-1.5">
            <label htmlFor="change" className="text-sm font-medium text-secondary">
              Change
            </label>
            <Select
              id="change"
              name="change"
              className="py-2"
              aria-describedby={error ? 'change-error' : undefined}
            >
              {bulkChanges.map((change) => (
                <option key={change} value={change}>
                  {changeNames[change]}
                </option>
              ))}
            </Select>
          </div>
          <label className="flex items-center gap-2 py-2 text-sm">
            <input type="checkbox" name="all" className="size-5" /> all {countText(total, false)}, not only
            those ticked below
          </label>
          <Button type="submit" name="intent" value="change" tone="outline">
            Apply
          </Button>
        </div>
        {error ? (
          <p id="change-error" role="alert" className="text-sm text-danger">
            {error}
          </p>
        ) : null}
        <PreviewTable key={page} entries={entries} />
        <nav aria-label="Pages" className="flex items-center justify-between gap-4 text-sm text-secondary">
          <span className="tabular-nums">{summaryOf(shown)}</span>
          <span className="flex gap-2">
            {page > 1 ? (
              <button type="submit" name="intent" value="previous" className={step}>
                Previous
              </button>
            ) : null}
            {page < pages ? (
              <button type="submit" name="intent" value="next" className={step}>
                Next
              </button>
            ) : null}
          </span>
        </nav>
      </FormFields>
    </Form>
  )
}

function Report({ id, shown }: { id: string; shown: EntryPage }) {
  return (
    <>
      <div className="flex flex-wrap gap-3">
        <a href="/blog" className={buttonClass({ tone: 'solid' })}>
          See the blog
        </a>
        <a
          href={`/admin/blog/imports/${id}/report.csv`}
          download
          className={buttonClass({ tone: 'outline' })}
        >
          <Download aria-hidden className="size-4" />
          Download report
        </a>
      </div>
      <ReportTable entries={shown.entries} />
      <Pagination
        page={shown.page}
        pages={shown.pages}
        summary={summaryOf(shown)}
        pathOf={(page) => `/admin/blog/imports/${id}?page=${page}`}
      />
    </>
  )
}
