import { z } from 'zod'

import { AppError } from '#app/platform/errors.ts'
import { answer } from '#app/platform/http/answer.server.ts'
import { form, formAction } from '#app/platform/http/form-action.server.ts'
import { useActionToast } from '#app/ui/toast.tsx'

import { markUpToDate } from '../languages/page-versions.server.ts'
import { publishPage } from '../pages/publish-page.server.ts'
import { getPage } from '../pages/read-pages.server.ts'

import type { Route } from './+types/page-editor.route.ts'
import { PageEditor } from './page-editor.tsx'
import { readEditor } from './read-editor.server.ts'

export function loader({ context, params }: Route.LoaderArgs) {
  return answer(context, (ctx) => readEditor(ctx, params.id))
}

export const action = formAction({
  publish: form({
    schema: z.object({ id: z.string(), version: z.coerce.number().int() }),
    async run(ctx, { id, version }) {
      const page = await getPage(ctx, id)
      if (page.version !== version)
        throw new AppError(
          'conflict',
          'This page has been changed elsewhere in the meantime. Please check it again before you publish.',
        )
      await publishPage(ctx, id)
      return { version: (await getPage(ctx, id)).version }
    },
    toast: { title: 'Published', text: 'Visitors now see this version of the page.' },
    rejected: 'Not published',
  }),
  checked: form({
    schema: z.object({ id: z.string() }),
    async run(ctx, { id }) {
      await markUpToDate(ctx, id)
      return { version: null }
    },
    toast: { title: 'Saved', text: 'The version follows its source.' },
  }),
})

export function meta({ loaderData }: Route.MetaArgs) {
  return [{ title: `${loaderData?.document.name ?? 'Page'} · Admin` }]
}

export default function PageEditorRoute({ loaderData, actionData }: Route.ComponentProps) {
  useActionToast(actionData)
  return <PageEditor key={loaderData.id} {...loaderData} published={actionData?.value?.version ?? null} />
}
