import { redirect } from 'react-router'
import { z } from 'zod'

import { MAX_TRANSLATION_BYTES } from '#app/features/content/translators/translation-file.ts'
import { uploadTranslations } from '#app/features/content/translators/translation-imports.server.ts'
import { FieldErrors } from '#app/platform/errors.ts'
import { answer } from '#app/platform/http/answer.server.ts'
import { singleFormAction, textField } from '#app/platform/http/form-action.server.ts'
import { requireActor } from '#app/platform/require-actor.ts'
import { AdminPage } from '#app/ui/admin-page.tsx'
import { BackLink } from '#app/ui/back-link.tsx'

import type { Route } from './+types/upload.route.ts'
import { TranslatorFiles } from './translator-files.tsx'

export function loader({ context }: Route.LoaderArgs) {
  return answer(context, async (ctx) => {
    requireActor(ctx, 'content.read')
    const { languages } = await ctx.site(ctx)
    return { others: languages.slice(1).map(({ tag }) => tag) }
  })
}

export const action = singleFormAction(
  {
    schema: z.object({ language: textField }),
    async run(ctx, { language }, { posted }) {
      const file = posted.get('file')
      if (!(file instanceof File) || file.size === 0) throw new FieldErrors({ file: 'Please choose a file.' })
      const { id } = await uploadTranslations(ctx, { language, name: file.name, content: file })
      return redirect(`/admin/languages/import/${id}`, 303)
    },
  },
  { maxFileBytes: MAX_TRANSLATION_BYTES },
)

export function meta() {
  return [{ title: 'Import translations · Admin' }]
}

export default function UploadRoute({ loaderData, actionData }: Route.ComponentProps) {
  const { others } = loaderData
  const typed = actionData?.typed['language']
  const shown = others.filter((tag) => typed === undefined || tag === typed)
  return (
    <AdminPage title="Import translations">
      <BackLink to="/admin/languages" name="Languages" />
      {shown.length === 0 ? <p>The site has no other languages.</p> : null}
      {shown.map((tag) => (
        <TranslatorFiles key={tag} language={tag} error={actionData?.errors['file']} />
      ))}
    </AdminPage>
  )
}
