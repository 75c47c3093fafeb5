import { Form, redirect, useNavigation } from 'react-router'
import { z } from 'zod'

import type { PersonImportTable } from '#app/platform/db/schema/person.ts'
import { FieldErrors } from '#app/platform/errors.ts'
import { answer } from '#app/platform/http/answer.server.ts'
import { singleFormAction } from '#app/platform/http/form-action.server.ts'
import { AdminPage } from '#app/ui/admin-page.tsx'
import { BackLink } from '#app/ui/back-link.tsx'
import type { BadgeTone } from '#app/ui/badge.tsx'
import { Button } from '#app/ui/button.tsx'
import { FileField } from '#app/ui/file-field.tsx'
import { FormFields } from '#app/ui/form-fields.tsx'
import { RecentFiles } from '#app/ui/recent-files.tsx'
import { Spinner } from '#app/ui/spinner.tsx'

import type { Route } from './+types/people-imports.route.ts'
import { listPeopleImports, uploadPeople } from './people-imports.server.ts'
import { MAX_FILE_BYTES } from './read-people.ts'

export function loader({ context }: Route.LoaderArgs) {
  return answer(context, async (ctx) => ({ imports: await listPeopleImports(ctx) }))
}

export const action = singleFormAction(
  {
    schema: z.object({}),
    async run(ctx, _fields, { posted }) {
      const file = posted.get('file')
      if (!(file instanceof File) || file.size === 0) throw new FieldErrors({ file: 'Please choose a file.' })
      const { id } = await uploadPeople(ctx, { name: file.name, content: file })
      return redirect(`/admin/people/import/${id}`)
    },
  },
  { maxFileBytes: MAX_FILE_BYTES },
)

export function meta() {
  return [{ title: 'Import people · Admin' }]
}

export default function PeopleImportsRoute({ loaderData, actionData }: Route.ComponentProps) {
  const isBusy = useNavigation().formMethod === 'POST'
  return (
    <AdminPage title="Import people">
      <BackLink to="/admin/people" name="All people" />
      <Form
        method="post"
        encType="multipart/form-data"
        aria-label="Import people"
        className="grid gap-5 rounded-lg border border-line bg-raised p-5 sm:p-6"
      >
        <FormFields>
          <p className="max-w-2xl text-secondary">
            A CSV file with one row per person, as exported by address books, spreadsheets and mail programs.
            You see what would happen to every row before anything changes.
          </p>
          <FileField
            id="people-file"
            name="file"
            label="CSV file"
            accept=".csv,.txt,.tsv,text/csv"
            maxBytes={MAX_FILE_BYTES}
            required
            error={actionData?.errors['file']}
            hint="Up to 10 MB and 50,000 rows."
          />
          <Button type="submit" tone="solid" disabled={isBusy} className="justify-self-start">
            {isBusy ? <Spinner /> : null}
            Upload and preview
          </Button>
        </FormFields>
      </Form>
      <RecentFiles
        title="Recent uploads"
        files={loaderData.imports}
        states={importStates}
        pathOf={(id) => `/admin/people/import/${id}`}
      />
    </AdminPage>
  )
}

type State = PersonImportTable['state']

const importStates: Record<State, { name: string; tone: BadgeTone }> = {
  checking: { name: 'Being read', tone: 'plain' },
  ready: { name: 'Waiting for you', tone: 'accent' },
  importing: { name: 'In progress', tone: 'plain' },
  done: { name: 'Imported', tone: 'success' },
  failed: { name: 'Failed', tone: 'danger' },
}
