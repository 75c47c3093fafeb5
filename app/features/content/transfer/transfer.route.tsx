import type { ReactNode } from 'react'
import { Form, useNavigation } from 'react-router'
import { z } from 'zod'

import { cx } from '#app/lib/class-names.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { FieldErrors } from '#app/platform/errors.ts'
import { answer } from '#app/platform/http/answer.server.ts'
import { form, formAction, type FormCall, textField } from '#app/platform/http/form-action.server.ts'
import { checkbox } from '#app/platform/settings/form-fields.ts'
import { AdminPage } from '#app/ui/admin-page.tsx'
import { Button, buttonClass } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/field.tsx'
import { FileField } from '#app/ui/file-field.tsx'
import { FormFields } from '#app/ui/form-fields.tsx'
import { Download } from '#app/ui/icons.tsx'

import { startSiteImport } from '../import-site/keep-proposal.server.ts'
import { SiteSections } from '../site-sections.tsx'

import type { Route } from './+types/transfer.route.ts'
import { MAX_ARCHIVE_BYTES } from './archive-files.ts'
import { startContentImport } from './start-transfer.server.ts'
import { listTransfers } from './transfer-progress.server.ts'
import { TransferReports } from './transfer-reports.tsx'

export function loader({ context }: Route.LoaderArgs) {
  return answer(context, async (ctx) => ({ transfers: await listTransfers(ctx) }))
}

export const action = formAction(
  {
    check: form({ schema: z.object({}), run: (ctx, _fields, call) => start(ctx, 'check', call) }),
    import: form({
      schema: z.object({
        confirm: checkbox.refine(
          (isTicked) => isTicked,
          'Please confirm that the current pages will be replaced.',
        ),
      }),
      run: (ctx, _fields, call) => start(ctx, 'import', call),
    }),
    site: form({
      schema: z.object({ address: textField }),
      run: async (ctx, fields) => void (await startSiteImport(ctx, fields)),
    }),
  },
  { maxFileBytes: MAX_ARCHIVE_BYTES },
)

async function start(ctx: Ctx, kind: 'check' | 'import', { posted }: FormCall & { posted: FormData }) {
  const file = posted.get('file')
  if (!(file instanceof File) || file.size === 0) throw new FieldErrors({ file: 'Please choose a file.' })
  await startContentImport(ctx, { name: file.name, content: file, kind })
}

export function meta() {
  return [{ title: 'Transfer · Admin' }]
}

export default function TransferRoute({ loaderData, actionData }: Route.ComponentProps) {
  const { transfers } = loaderData
  const errors = actionData?.errors ?? {}
  return (
    <AdminPage title="Transfer">
      <SiteSections />
      <p className="max-w-3xl text-secondary">
        Move the site’s content to another installation or into a repository. Posts are imported and exported
        separately, under Blog.
      </p>
      <div className="grid items-start gap-6 lg:grid-cols-2 lg:grid-rows-[auto_1fr]">
        <ExportSection />
        <ImportForm errors={errors}>
          {actionData?.ok === false ? null : (
            <TransferReports loaded={transfers} kinds={['import', 'check']} />
          )}
        </ImportForm>
        <SiteForm errors={errors}>
          <TransferReports loaded={transfers} kinds={['site']} />
        </SiteForm>
      </div>
    </AdminPage>
  )
}

const cardClass = 'grid gap-5 rounded-lg border border-line bg-raised p-5 sm:p-6'

function ExportSection() {
  return (
    <section aria-label="Export the content" className={cardClass}>
      <div className="grid gap-1">
        <h2 className="text-heading">Export</h2>
        <p className="text-secondary">
          Pages with their drafts and pictures, services, facts, brand and former addresses, as one zip.
          Uploaded videos are not included.
        </p>
      </div>
      <a
        href="/admin/transfer/content.zip"
        download
        className={buttonClass({ tone: 'outline', className: 'justify-self-start' })}
      >
        <Download aria-hidden className="size-4" />
        Download the content
      </a>
    </section>
  )
}

type ImportFormProps = { errors: Readonly<Record<string, string>>; children: ReactNode }

function ImportForm({ errors, children }: ImportFormProps) {
  const isBusy = useNavigation().formMethod === 'POST'
  return (
    <Form
      method="post"
      encType="multipart/form-data"
      aria-label="Import content"
      className={cx(cardClass, 'lg:row-span-2')}
    >
      <FormFields>
        <div className="grid gap-1">
          <h2 className="text-heading">Import</h2>
          <p className="text-secondary">
            A zip that was exported here or elsewhere. The whole file is checked first. If anything is wrong,
            nothing is changed.
          </p>
        </div>
        <FileField
          id="content-file"
          name="file"
          label="File"
          accept=".zip"
          maxBytes={MAX_ARCHIVE_BYTES}
          required
          error={errors['file']}
        />
        <div className="grid gap-1.5">
          <label className="flex items-start gap-3">
            <input
              type="checkbox"
              name="confirm"
              className="mt-1"
              aria-invalid={errors['confirm'] ? true : undefined}
              aria-describedby={errors['confirm'] ? 'confirm-error' : undefined}
            />
            <span>
              Replace the current content. Pages that are not in the file are deleted, and drafts are
              replaced.
            </span>
          </label>
          {errors['confirm'] ? (
            <p id="confirm-error" className="text-sm text-danger">
              {errors['confirm']}
            </p>
          ) : null}
        </div>
        <div className="flex flex-wrap gap-3">
          <Button type="submit" name="intent" value="import" tone="solid" disabled={isBusy}>
            Import
          </Button>
          <Button type="submit" name="intent" value="check" tone="outline" disabled={isBusy}>
            Check only
          </Button>
        </div>
        <div aria-live="polite" className="grid gap-5 empty:absolute">
          {children}
        </div>
      </FormFields>
    </Form>
  )
}

function SiteForm({ errors, children }: ImportFormProps) {
  const isBusy = useNavigation().formMethod === 'POST'
  return (
    <Form method="post" aria-label="Import from a site" className={cardClass}>
      <FormFields>
        <div className="grid gap-1">
          <h2 className="text-heading">Import from a site</h2>
          <p className="text-secondary">
            Reads up to 50 pages of another site, as its robots.txt allows, and proposes drafts in that site’s
            own words. Nothing is published.
          </p>
        </div>
        <TextField
          id="site-address"
          name="address"
          label="Address"
          placeholder="https://"
          inputMode="url"
          maxLength={200}
          required
          error={errors['address']}
        />
        <Button
          type="submit"
          name="intent"
          value="site"
          tone="outline"
          disabled={isBusy}
          className="justify-self-start"
        >
          Read the site
        </Button>
        <div aria-live="polite" className="grid gap-5 empty:absolute">
          {children}
        </div>
      </FormFields>
    </Form>
  )
}
