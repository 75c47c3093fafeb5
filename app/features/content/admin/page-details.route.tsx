import { Form, Link, type ShouldRevalidateFunctionArgs } from 'react-router'

import { answer } from '#app/platform/http/answer.server.ts'
import { formAction } from '#app/platform/http/form-action.server.ts'
import { AdminPage } from '#app/ui/admin-page.tsx'
import { BackLink } from '#app/ui/back-link.tsx'
import { Badge } from '#app/ui/badge.tsx'
import { Button, buttonClass } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/field.tsx'
import { FormFields } from '#app/ui/form-fields.tsx'
import { ExternalLink } from '#app/ui/icons.tsx'

import { isFixed } from '../pages/change-page-state.server.ts'
import { listPreviewLinks } from '../pages/preview-links.server.ts'
import { findScheduleError } from '../pages/publish-page.server.ts'
import { getPage } from '../pages/read-pages.server.ts'
import { listedColumns } from '../pages/stored-page.server.ts'

import type { Route } from './+types/page-details.route.ts'
import { detailsOf, serviceFields } from './detail-values.server.ts'
import { DetailsForm } from './details-form.tsx'
import {
  cancelForm,
  deleteForm,
  detailsForm,
  moveForm,
  previewForm,
  publishForm,
  republishForm,
  revokeForm,
  scheduleForm,
  unpublishForm,
} from './page-forms.server.ts'
import { kindNames, stateNames, stateTones } from './page-names.ts'
import { PreviewLinks } from './preview-links.tsx'
import { PublicationForms } from './publication-forms.tsx'

export function loader({ context, params }: Route.LoaderArgs) {
  return answer(context, async (ctx) => {
    const page = await getPage(ctx, params.id)
    const [links, scheduleError] = await Promise.all([
      listPreviewLinks(ctx, params.id),
      findScheduleError(ctx, page),
    ])
    const { id, kind, path, version, publishAt, draft, published } = page
    return {
      page: { id, kind, path, version, publishAt, ...listedColumns(draft, published) },
      values: detailsOf(draft),
      serviceFields: draft.service ? serviceFields : [],
      isFixed: isFixed(id),
      links,
      scheduleError,
    }
  })
}

export const action = formAction(
  {
    save: detailsForm,
    move: moveForm,
    publish: publishForm,
    unpublish: unpublishForm,
    republish: republishForm,
    schedule: scheduleForm,
    'cancel-schedule': cancelForm,
    preview: previewForm,
    revoke: revokeForm,
    delete: deleteForm,
  },
  { maxBytes: 64 * 1024 },
)

/** After a rejection the form keeps what was typed. */
export function shouldRevalidate({ actionStatus, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  return (actionStatus ?? 200) < 400 && defaultShouldRevalidate
}

export function meta({ loaderData }: Route.MetaArgs) {
  return [{ title: `${loaderData?.page.name ?? 'Page'} · Admin` }]
}

export default function PageDetailsRoute({ loaderData, actionData }: Route.ComponentProps) {
  const { page, values, links, scheduleError } = loaderData
  const errors = actionData?.errors ?? {}
  const errorsOf = (intent: string) => (actionData?.intent === intent ? errors : {})
  return (
    <AdminPage title={<bdi>{page.name}</bdi>} actions={<Actions page={page} />}>
      <BackLink to="/admin/pages" name="All pages">
        <Badge>{kindNames[page.kind]}</Badge>
        <Badge tone={stateTones[page.state]}>{stateNames[page.state]}</Badge>
      </BackLink>
      <DetailsForm
        version={page.version}
        values={values}
        serviceFields={loaderData.serviceFields}
        errors={errorsOf('save')}
        conflict={actionData?.value?.conflict}
      />
      <PublicationForms
        page={page}
        scheduleError={scheduleError}
        isFixed={loaderData.isFixed}
        errors={errors}
      />
      <AddressForm path={page.path} isPathFixed={loaderData.isFixed} error={errorsOf('move')['path']} />
      <PreviewLinks links={links} error={errorsOf('preview')['days']} />
      {loaderData.isFixed ? null : (
        <Form method="post">
          <FormFields>
            <Button type="submit" name="intent" value="delete" tone="danger">
              Delete page
            </Button>
          </FormFields>
        </Form>
      )}
    </AdminPage>
  )
}

function Actions({ page }: { page: { id: string; path: string; state: string } }) {
  const link = buttonClass({ tone: 'outline', size: 'md' })
  return (
    <>
      <Link to={`/admin/pages/${page.id}`} className={link}>
        Edit
      </Link>
      <Link to={`/admin/pages/${page.id}/revisions`} className={link}>
        Revisions
      </Link>
      {page.state === 'draft' ? null : (
        <a href={page.path} target="_blank" rel="noopener" className={link}>
          <ExternalLink aria-hidden className="size-4" />
          View
        </a>
      )}
    </>
  )
}

type AddressFormProps = { path: string; isPathFixed: boolean; error: string | undefined }

function AddressForm({ path, isPathFixed, error }: AddressFormProps) {
  return (
    <section aria-labelledby="address" className="grid gap-4 rounded-lg border border-line bg-raised p-6">
      <div>
        <h2 id="address" className="text-lg font-semibold">
          Address
        </h2>
        <p className="mt-1 text-sm text-secondary">
          {isPathFixed
            ? `This page has to stay at ${path} because other parts of the site link to it.`
            : 'The new address takes effect at once, and the old one redirects to it.'}
        </p>
      </div>
      {isPathFixed ? null : (
        <Form key={path} method="post" aria-label="Address" className="flex flex-wrap items-end gap-3">
          <FormFields>
            <TextField
              id="path"
              name="path"
              label="Address"
              required
              maxLength={120}
              defaultValue={path}
              error={error}
              className="min-w-0 flex-1 basis-64"
            />
            <Button type="submit" name="intent" value="move" tone="outline">
              Move
            </Button>
          </FormFields>
        </Form>
      )}
    </section>
  )
}
