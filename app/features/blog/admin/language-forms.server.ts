import { redirect } from 'react-router'
import { z } from 'zod'

import { AppError } from '#app/platform/errors.ts'
import { form, textField } from '#app/platform/http/form-action.server.ts'

import { addPostVersion, markPostUpToDate } from '../languages/post-versions.server.ts'
import { readPostLanguages } from '../languages/read-post-languages.server.ts'
import { translatePosts } from '../languages/translate-post.job.server.ts'

const byId = z.object({ id: z.string() })

export const languageForms = {
  version: form({
    schema: byId.extend({ language: textField }),
    async run(ctx, input) {
      const { id } = await addPostVersion(ctx, input)
      return redirect(`/admin/blog/${id}`, 303)
    },
  }),
  translate: form({
    schema: byId,
    async run(ctx, { id }) {
      const languages = await readPostLanguages(ctx, id)
      if (!languages || languages.sourceId === id)
        throw new AppError('invalid', 'Please choose the language to translate into first.')
      await translatePosts(ctx, { id, language: languages.language })
    },
    toast: {
      title: 'Translating',
      text: 'The translation is a draft. Please read it before you publish it.',
    },
    rejected: 'Not translated',
  }),
  checked: form({
    schema: byId,
    run: (ctx, { id }) => markPostUpToDate(ctx, id),
    toast: { title: 'Saved', text: 'All texts count as up to date.' },
  }),
}
