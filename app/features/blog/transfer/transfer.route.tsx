import type { ReactNode } from 'react'
import { Form, useNavigation } from 'react-router'
import { z } from 'zod'

import { FieldErrors } from '#app/platform/errors.ts'
import { answer } from '#app/platform/http/answer.server.ts'
import { singleFormAction, textField } from '#app/platform/http/form-action.server.ts'
import { AdminPage } from '#app/ui/admin-page.tsx'
import { BackLink } from '#app/ui/back-link.tsx'
import { Button, buttonClass } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/field.tsx'
import { FileField } from '#app/ui/file-field.tsx'
import { FormFields } from '#app/ui/form-fields.tsx'
import { Download } from '#app/ui/icons.tsx'
import { Spinner } from '#app/ui/spinner.tsx'

import type { Route } from './+types/transfer.route.ts'
import { ImportReports } from './import-report.tsx'
import { listImports } from './list-imports.server.ts'
import { startImport } from './start-import.server.ts'

const MAX_FILE_BYTES = 10 * 1024 * 1024

export function loader({ context }: Route.LoaderArgs) {
  return answer(context, async (ctx) => ({ imports: await listImports(ctx) }))
}

export const action = singleFormAction(
  {
    schema: z.object({ base: textField }),
    async run(ctx, { base }, { posted }) {
      const file = posted.get('file')
      if (!(file instanceof File) || file.size === 0) throw new FieldErrors({ file: 'Please choose a file.' })
      const bytes = new Uint8Array(await file.arrayBuffer())
      await startImport(ctx, { name: file.name, bytes, base })
    },
  },
  { maxFileBytes: MAX_FILE_BYTES },
)

export function meta() {
  return [{ title: 'Import and export · Admin' }]
}

export default function TransferRoute({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <AdminPage title="Import and export">
      <BackLink to="/admin/blog" name="All posts" />
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <ImportForm errors={actionData?.errors ?? {}}>
          {actionData?.ok === false ? null : <ImportReports loaded={loaderData.imports} />}
        </ImportForm>
        <ExportSection />
      </div>
    </AdminPage>
  )
}

type ImportFormProps = { errors: Readonly<Record<string, string>>; children: ReactNode }

function ImportForm({ errors, children }: ImportFormProps) {
  const isBusy = useNavigation().formMethod === 'POST'
  return (
    <Form
      method="post"
      encType="multipart/form-data"
      aria-label="Import posts"
      className="grid gap-5 rounded-lg border border-line bg-raised p-5 sm:p-6"
    >
      <FormFields>
        <div className="grid gap-1">
          <h2 className="text-heading">Import</h2>
          <p className="text-secondary">
            A zip of Markdown files, WordPress’s export (XML) or Ghost’s (JSON), up to 10 MB. Existing posts
            stay as they are.
          </p>
        </div>
        <FileField
          id="import-file"
          name="file"
          label="File"
          accept=".zip,.xml,.json"
          maxBytes={MAX_FILE_BYTES}
          required
          error={errors['file']}
        />
        <TextField
          id="import-base"
          name="base"
          label="Address of the old blog"
          placeholder="https://"
          inputMode="url"
          error={errors['base']}
          hint="Only needed for Ghost, whose export leaves it out of picture addresses."
        />
        <Button type="submit" tone="solid" disabled={isBusy} className="justify-self-start">
          {isBusy ? <Spinner /> : null}
          Import
        </Button>
        <div aria-live="polite" className="grid gap-5 empty:absolute">
          {children}
        </div>
      </FormFields>
    </Form>
  )
}

function ExportSection() {
  return (
    <section
      aria-label="Export posts"
      className="grid gap-5 rounded-lg border border-line bg-raised p-5 sm:p-6"
    >
      <div className="grid gap-1">
        <h2 className="text-heading">Export</h2>
        <p className="text-secondary">
          Every post, including drafts, as a Markdown file with its fields, in one zip. You can import it here
          again, and most site generators can read it.
        </p>
      </div>
      <a
        href="/admin/blog/export.zip"
        download
        className={buttonClass({ tone: 'outline', className: 'justify-self-start' })}
      >
        <Download aria-hidden className="size-4" />
        Download all posts
      </a>
    </section>
  )
}
