import { redirect } from 'react-router'
import { z } from 'zod'

import { FieldErrors } from '#app/platform/errors.ts'
import { answer } from '#app/platform/http/answer.server.ts'
import { singleFormAction, textField } from '#app/platform/http/form-action.server.ts'
import { AdminPage } from '#app/ui/admin-page.tsx'
import { BackLink } from '#app/ui/back-link.tsx'
import { buttonClass } from '#app/ui/button.tsx'
import { Download } from '#app/ui/icons.tsx'
import { RecentFiles } from '#app/ui/recent-files.tsx'

import type { Route } from './+types/transfer.route.ts'
import { ImportForm } from './import-form.tsx'
import { importStates } from './import-names.ts'
import { listImports } from './post-imports.server.ts'
import { startImport } from './upload-import.server.ts'

/** Limit of a form that is sent as a whole. With script, files are sent in parts. */
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
      const { id } = await startImport(ctx, { name: file.name, bytes, base })
      return redirect(`/admin/blog/imports/${id}`)
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
        <ImportForm errors={actionData?.errors ?? {}} />
        <ExportSection />
      </div>
      <RecentFiles
        title="Recent imports"
        files={loaderData.imports}
        states={importStates}
        pathOf={(id) => `/admin/blog/imports/${id}`}
      />
    </AdminPage>
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
          Every post, including drafts, as a Markdown file with its fields, and its pictures, in one zip. You
          can import it here again, and most site generators can read it.
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
