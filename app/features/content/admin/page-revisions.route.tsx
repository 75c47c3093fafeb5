import { Form, Link } from 'react-router'

import { Differences } from '#app/features/editing/version-comparison.tsx'
import { answer } from '#app/platform/http/answer.server.ts'
import { form, formAction, textField } from '#app/platform/http/form-action.server.ts'
import { AdminPage } from '#app/ui/admin-page.tsx'
import { BackLink } from '#app/ui/back-link.tsx'
import { Button, buttonClass } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { FormFields } from '#app/ui/form-fields.tsx'
import { History } from '#app/ui/icons.tsx'
import { Time } from '#app/ui/time.tsx'
import { useAdminShell } from '#app/ui/use-admin-shell.ts'
import { z } from 'zod'

import {
  comparePageRevision,
  listPageRevisions,
  restorePageRevision,
} from '../pages/page-revisions.server.ts'
import { getPage } from '../pages/read-pages.server.ts'

import type { Route } from './+types/page-revisions.route.ts'

export function loader({ context, params, request }: Route.LoaderArgs) {
  return answer(context, async (ctx) => {
    const shown = new URL(request.url).searchParams.get('revision')
    const [{ id, draft }, revisions, fields] = await Promise.all([
      getPage(ctx, params.id),
      listPageRevisions(ctx, params.id),
      shown === null ? null : comparePageRevision(ctx, { pageId: params.id, revisionId: shown }),
    ])
    return { page: { id, name: draft.name }, revisions, compared: fields && { id: shown, fields } }
  })
}

export const action = formAction({
  restore: form({
    schema: z.object({ id: textField, revision: textField }),
    run: (ctx, { id, revision }) => restorePageRevision(ctx, { pageId: id, revisionId: revision }),
    toast: { title: 'Restored into the draft', text: 'Visitors see it once you publish.' },
    rejected: 'Not restored',
  }),
})

export function meta({ loaderData }: Route.MetaArgs) {
  return [{ title: `Revisions of ${loaderData?.page.name ?? 'a page'} · Admin` }]
}

export default function PageRevisionsRoute({ loaderData }: Route.ComponentProps) {
  const { page, revisions, compared } = loaderData
  return (
    <AdminPage title={<bdi>Revisions of {page.name}</bdi>}>
      <BackLink to={`/admin/pages/${page.id}/details`} name="Details" />
      {revisions.length === 0 ? (
        <EmptyState
          icon={History}
          title="No revisions yet"
          text="Each published version is kept here, and you can restore it."
        />
      ) : (
        <ul aria-label="Revisions" className="divide-y divide-line rounded-lg border border-line bg-raised">
          {revisions.map((revision) => (
            <Revision
              key={revision.id}
              revision={revision}
              fields={compared?.id === revision.id ? compared.fields : null}
            />
          ))}
        </ul>
      )}
    </AdminPage>
  )
}

type RevisionProps = {
  revision: { id: string; made_at: number; made_by: string | null }
  fields: readonly { place: string; name: string; before: string; after: string }[] | null
}

function Revision({ revision: { id, made_at, made_by }, fields }: RevisionProps) {
  const { timeZone } = useAdminShell()
  const when = <Time at={made_at} timeZone={timeZone} />
  return (
    <li className="grid gap-4 px-5 py-3.5">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <p className="min-w-0 flex-1 basis-56">
          {when}
          <span className="block text-sm text-muted">
            {made_by === null ? 'Published as planned' : <bdi>{made_by}</bdi>}
          </span>
        </p>
        <Link
          to={fields ? '?' : `?revision=${id}`}
          preventScrollReset
          className={buttonClass({ tone: 'outline', size: 'sm' })}
        >
          {fields ? 'Close' : 'Compare'}
          <span className="sr-only"> with {when}</span>
        </Link>
        <Form method="post" action="?">
          <FormFields>
            <input type="hidden" name="revision" value={id} />
            <Button type="submit" name="intent" value="restore" tone="outline" size="sm">
              Restore<span className="sr-only"> {when}</span>
            </Button>
          </FormFields>
        </Form>
      </div>
      {fields ? <Compared fields={fields} /> : null}
    </li>
  )
}

function Compared({ fields }: { fields: NonNullable<RevisionProps['fields']> }) {
  if (fields.length === 0) return <p className="text-sm text-secondary">The draft has the same content.</p>
  return (
    <section aria-label="What has changed" className="grid gap-4">
      {fields.map(({ place, name, before, after }) => (
        <Differences key={place} name={name} before={before} after={after} labels={revisionLabels} />
      ))}
    </section>
  )
}

const revisionLabels = { before: 'In this revision: ', after: 'In the draft: ' }
