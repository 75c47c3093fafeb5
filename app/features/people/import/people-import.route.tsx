import { Form, redirect } from 'react-router'
import { z } from 'zod'

import { countText } from '#app/lib/paging.ts'
import { answer } from '#app/platform/http/answer.server.ts'
import { form, formAction } from '#app/platform/http/form-action.server.ts'
import { checkbox } from '#app/platform/settings/form-fields.ts'
import { AdminPage } from '#app/ui/admin-page.tsx'
import { BackLink } from '#app/ui/back-link.tsx'
import { Button, buttonClass } from '#app/ui/button.tsx'
import { FormFields } from '#app/ui/form-fields.tsx'
import { Download } from '#app/ui/icons.tsx'
import { Spinner } from '#app/ui/spinner.tsx'
import { usePoll } from '#app/ui/use-poll.ts'

import type { Route } from './+types/people-import.route.ts'
import { ColumnChoice, PreviewTable } from './column-choice.tsx'
import {
  chooseColumns,
  confirmImport,
  discardImport,
  getPeopleImport,
  type PeopleImport,
} from './people-imports.server.ts'
import { MAX_COLUMNS } from './read-people.ts'

export function loader({ context, params }: Route.LoaderArgs) {
  return answer(context, (ctx) => getPeopleImport(ctx, params.id))
}

const byId = z.object({ id: z.string() })

export const action = formAction(
  {
    columns: form({
      schema: byId.catchall(z.string()),
      run: (ctx, { id, ...fields }) =>
        chooseColumns(ctx, {
          id,
          fields: Array.from({ length: widthOf(fields) }, (_, n) => fields[`column-${n}`]),
        }),
    }),
    confirm: form({
      schema: byId.extend({
        understood: checkbox.refine(
          (isTicked) => isTicked,
          'Please confirm that you may keep the data of these people.',
        ),
      }),
      run: (ctx, { id }) => confirmImport(ctx, { id }),
    }),
    discard: form({
      schema: byId,
      async run(ctx, { id }) {
        await discardImport(ctx, { id })
        return redirect('/admin/people/import')
      },
    }),
  },
  { maxFields: MAX_COLUMNS + 10 },
)

function widthOf(fields: Readonly<Record<string, string>>): number {
  return Math.min(MAX_COLUMNS, Object.keys(fields).filter((name) => name.startsWith('column-')).length)
}

export function meta() {
  return [{ title: 'Import people · Admin' }]
}

export default function PeopleImportRoute({ loaderData, actionData }: Route.ComponentProps) {
  const { id, name, state, mapping, preview } = loaderData
  const isUnderWay = state === 'checking' || state === 'importing'
  usePoll(isUnderWay, `/admin/people/import/${id}/state`)
  return (
    <AdminPage title={<bdi className="break-all">{name}</bdi>}>
      <BackLink to="/admin/people/import" name="Import people" />
      <div role="status" className="grid gap-4 empty:absolute">
        {isUnderWay ? <Progress upload={loaderData} /> : <Outcome upload={loaderData} />}
      </div>
      {state === 'ready' && preview ? (
        <>
          <Confirmation preview={preview} error={actionData?.errors['understood']} />
          <ColumnChoice
            key={JSON.stringify(mapping)}
            preview={preview}
            mapping={mapping}
            error={actionData?.errors['columns']}
          />
          <PreviewTable rows={preview.rows} total={preview.added + preview.changed + preview.leftOut} />
        </>
      ) : null}
    </AdminPage>
  )
}

function Progress({ upload: { state, total, done } }: { upload: PeopleImport }) {
  const isImport = state === 'importing'
  return (
    <div className="grid gap-2">
      <p className="flex items-center gap-2 font-medium">
        <Spinner />
        {isImport && total !== null
          ? `${countText(done, false)} of ${countText(total, false)} rows`
          : 'The file is being read.'}
      </p>
      <progress
        aria-label="Progress"
        className="h-2 w-full accent-accent"
        {...(isImport && total !== null ? { value: done, max: Math.max(total, 1) } : {})}
      />
      <p className="text-sm text-secondary">
        {isImport ? 'It continues if you leave this page.' : 'Nothing has changed yet.'}
      </p>
      <noscript>
        <p>Please reload this page to see how far it is.</p>
      </noscript>
    </div>
  )
}

function counted(count: number, what: string): string {
  return `${countText(count, false)} ${what}`
}

function Outcome({ upload }: { upload: PeopleImport }) {
  const { id, state, added, changed, left_out, failure } = upload
  if (state === 'ready') return null
  const isBegun = state === 'done' || added + changed + left_out > 0
  return (
    <>
      {failure === null ? null : <p className="font-medium">{failure}</p>}
      {isBegun ? (
        <p className="font-medium">
          {counted(added, 'added')}, {counted(changed, 'changed')}, {counted(left_out, 'left out')}.
        </p>
      ) : null}
      {left_out > 0 ? (
        <a
          href={`/admin/people/import/${id}/left.csv`}
          download
          className={buttonClass({ tone: 'outline', className: 'justify-self-start' })}
        >
          <Download aria-hidden className="size-4" />
          Download the rows left out
        </a>
      ) : null}
      <DiscardForm name="Delete this report" />
    </>
  )
}

type ConfirmationProps = { preview: NonNullable<PeopleImport['preview']>; error: string | undefined }

function Confirmation({ preview, error }: ConfirmationProps) {
  const { added, changed, leftOut } = preview
  return (
    <section
      aria-labelledby="confirm-title"
      className="grid gap-4 rounded-lg border border-line bg-raised p-5 sm:p-6"
    >
      <h2 id="confirm-title" className="text-heading">
        {counted(added, 'new')}, {counted(changed, 'changed')}, {counted(leftOut, 'left out')}
      </h2>
      <p className="max-w-2xl text-secondary">
        Nothing has changed yet. “Changed” means that empty fields of a known person are filled; nothing is
        overwritten. No consent is stored for imported people: you need another legal basis to keep their data
        and to write to them, and you have to inform them.
      </p>
      {added + changed > 0 ? (
        <Form method="post" aria-label="Confirm the import" className="grid gap-4">
          <FormFields>
            <input type="hidden" name="intent" value="confirm" />
            <div className="grid gap-1.5">
              <label className="flex items-start gap-3">
                <input
                  type="checkbox"
                  name="understood"
                  className="mt-1"
                  aria-invalid={error ? true : undefined}
                  aria-describedby={error ? 'understood-error' : undefined}
                />
                <span>I may keep the data of these people.</span>
              </label>
              {error ? (
                <p id="understood-error" className="text-sm text-danger">
                  {error}
                </p>
              ) : null}
            </div>
            <Button type="submit" tone="solid" className="justify-self-start">
              Import
            </Button>
          </FormFields>
        </Form>
      ) : null}
      <DiscardForm name="Discard the upload" />
    </section>
  )
}

function DiscardForm({ name }: { name: string }) {
  return (
    <Form method="post">
      <FormFields>
        <input type="hidden" name="intent" value="discard" />
        <Button type="submit" tone="outline" size="sm">
          {name}
        </Button>
      </FormFields>
    </Form>
  )
}
