import { redirect } from 'react-router'
import { z } from 'zod'

import type { Toast } from '#app/lib/form-answer.ts'
import { fromLocalTime } from '#app/lib/zoned-time.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { FieldErrors } from '#app/platform/errors.ts'
import { anyFields, form, textField } from '#app/platform/http/form-action.server.ts'
import { readVersion } from '#app/features/editing/versions.ts'

import { pageKinds } from '../page-kinds.ts'
import { beginPage } from '../pages/create-page.server.ts'
import { deletePage, restorePage } from '../pages/delete-page.server.ts'
import { movePage } from '../pages/move-page.server.ts'
import { savePageDetails } from '../pages/page-details.server.ts'
import { createPreviewLink, revokePreviewLink } from '../pages/preview-links.server.ts'
import {
  cancelPageSchedule,
  publishPage,
  republishPage,
  schedulePage,
  unpublishPage,
} from '../pages/publish-page.server.ts'
import { reorderPage } from '../pages/reorder-page.server.ts'
import { StalePage } from '../pages/save-page-draft.server.ts'

import { type DetailsConflict, detailsOf } from './detail-values.server.ts'

const kindField = z.enum(pageKinds, 'Please choose a kind.')
const listedKind = kindField.nullable().catch(null)

export const beginForm = form({
  schema: z.object({ name: textField, path: textField, kind: kindField, copyOf: textField }),
  async run(ctx, { name, path, ...start }) {
    const { id } = await beginPage(ctx, { name: name.trim(), path: path.trim(), ...start })
    return redirect(`/admin/pages/${id}`, 303)
  },
  rejected: 'Not created',
})

export const restoreForm = form({
  schema: z.object({ id: textField, path: z.string().trim().optional() }),
  run: (ctx, { id, path }) => restorePage(ctx, { id, ...(path && { path }) }),
  toast: ({ path }) => ({ title: 'Restored', text: `It is a draft at ${path}.` }),
  rejected: 'Not restored',
})

export const upForm = reorderForm('up')
export const downForm = reorderForm('down')

function reorderForm(to: 'up' | 'down') {
  return form({
    schema: z.object({ id: textField, listed: listedKind }),
    run: (ctx, { id, listed }) => reorderPage(ctx, { id, to, kind: listed }),
    rejected: 'Not moved',
  })
}

export const detailsForm = form({
  schema: anyFields,
  async run(ctx, { id = '', version, ...fields }): Promise<{ conflict?: DetailsConflict }> {
    await savePageDetails(ctx, { id, version: readVersion(version), fields })
    return {}
  },
  toast: { title: 'Saved', text: 'Visitors see it once you publish.' },
  rejected: 'Not saved',
  onRejected(_ctx, error) {
    if (!(error instanceof StalePage)) return undefined
    const { version, conflicts, merged } = error
    return { conflict: { version, conflicts, fields: detailsOf(merged) } }
  },
})

export const moveForm = form({
  schema: z.object({ id: textField, path: z.string().trim().default('') }),
  run: movePage,
  toast: (_moved, { path }) => ({
    title: 'Moved',
    text: `The page is now at ${path}. Its old address redirects there.`,
  }),
})

export const publishForm = changeForm(publishPage, 'Published', 'Not published')
export const unpublishForm = form({
  schema: z.object({ id: textField }),
  run: (ctx, { id }): Promise<{ publishAt: number | null; conflict?: undefined }> => unpublishPage(ctx, id),
  toast: ({ publishAt }, { id }): Toast => ({
    title: 'Unpublished',
    undo: {
      action: `/admin/pages/${id}/details`,
      fields: { intent: 'republish', ...(publishAt !== null && { publishAt: String(publishAt) }) },
    },
  }),
  rejected: 'Not unpublished',
})

export const republishForm = form({
  schema: z.object({ id: textField, publishAt: z.coerce.number().int().positive().nullable().default(null) }),
  run: republishPage,
  toast: { title: 'Published again' },
  rejected: 'Not published',
})
export const cancelForm = changeForm(cancelPageSchedule, 'Schedule cancelled', 'Not cancelled')

function changeForm(verb: (ctx: Ctx, id: string) => Promise<void>, title: string, rejected: string) {
  return form({
    schema: z.object({ id: textField }),
    run: (ctx, { id }) => verb(ctx, id),
    toast: { title },
    rejected,
  })
}

export const scheduleForm = form({
  schema: z.object({ id: textField, publishAt: textField }),
  async run(ctx, { id, publishAt }) {
    const { timeZone } = await ctx.site(ctx)
    const at = fromLocalTime(publishAt, timeZone)
    if (at === null) throw new FieldErrors({ publishAt: 'Please enter a date and a time.' })
    await schedulePage(ctx, { id, at })
  },
  toast: { title: 'Scheduled' },
})

export const deleteForm = form({
  schema: z.object({ id: textField }),
  async run(ctx, { id }) {
    const deletion = await deletePage(ctx, id)
    return redirect(`/admin/pages?deleted=1&deletion=${deletion.id}`, 303)
  },
  rejected: 'Not deleted',
})

export const previewForm = form({
  schema: z.object({ id: textField, days: textField }),
  async run(ctx, input) {
    await createPreviewLink(ctx, input)
  },
  toast: { title: 'Link created', text: 'Anyone with the link can see the draft.' },
})

export const revokeForm = form({
  schema: z.object({ id: textField, link: textField }),
  run: revokePreviewLink,
  toast: { title: 'Link revoked' },
  rejected: 'Not revoked',
})
