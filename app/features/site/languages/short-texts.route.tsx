import { Form } from 'react-router'

import { readShortTexts, saveShortTexts } from '#app/features/content/languages/short-texts.server.ts'
import { directionOf, ownNameOf } from '#app/lib/languages.ts'
import { answer } from '#app/platform/http/answer.server.ts'
import { anyFields, form, formAction } from '#app/platform/http/form-action.server.ts'
import { AdminPage } from '#app/ui/admin-page.tsx'
import { BackLink } from '#app/ui/back-link.tsx'
import { Button } from '#app/ui/button.tsx'
import { Field, fieldControl } from '#app/ui/field.tsx'
import { FormFields } from '#app/ui/form-fields.tsx'
import { TextArea } from '#app/ui/text-area.tsx'

import type { Route } from './+types/short-texts.route.ts'

export function loader({ context, params }: Route.LoaderArgs) {
  return answer(context, async (ctx) => ({
    language: params.language,
    texts: await readShortTexts(ctx, params.language),
  }))
}

export const action = formAction(
  {
    save: form({
      schema: anyFields,
      run: (ctx, { language = '', ...typed }) => saveShortTexts(ctx, { language, typed }),
      toast: { title: 'Saved', text: 'Visitors see these texts now.' },
      rejected: 'Not saved',
    }),
  },
  { maxFields: 1000, maxBytes: 512 * 1024 },
)

export function meta() {
  return [{ title: 'Short texts · Admin' }]
}

const titles = {
  menus: 'Menus and footer',
  facts: 'Facts',
  wording: 'Your wording',
  questions: 'Questions of the contact form',
  meetings: 'Meetings',
  greetings: 'Greetings of the assistant',
  tags: 'Tags of posts',
  replies: 'Saved replies, for leads in this language',
} as const

export default function ShortTextsRoute({ loaderData, actionData }: Route.ComponentProps) {
  const { language, texts } = loaderData
  const errors = actionData?.errors ?? {}
  const groups = Map.groupBy(texts, ({ group }) => group)
  return (
    <AdminPage title={`Short texts in ${ownNameOf(language)}`}>
      <BackLink to="/admin/languages" name="Languages" />
      <p className="max-w-2xl text-secondary">Texts without a translation are shown as they are here.</p>
      <Form method="post" aria-label="Short texts" className="grid max-w-3xl gap-8">
        <FormFields>
          {[...groups].map(([group, listed]) => (
            <fieldset key={group} className="grid gap-4 rounded-lg border border-line bg-raised p-5">
              <legend className="px-1 font-semibold">{titles[group]}</legend>
              {listed.map(({ key, text, translation, isPublished }) => (
                <Field
                  key={key}
                  id={key}
                  label={text}
                  error={errors[key]}
                  {...(translation !== '' &&
                    !isPublished && { hint: 'A draft, which visitors do not see yet.' })}
                >
                  <TextArea
                    {...fieldControl(key, errors[key])}
                    name={key}
                    rows={text.length > 80 ? 3 : 1}
                    lang={language}
                    dir={directionOf(language)}
                    defaultValue={translation}
                  />
                </Field>
              ))}
            </fieldset>
          ))}
          <div>
            <Button type="submit" name="intent" value="save" tone="solid">
              Save
            </Button>
          </div>
        </FormFields>
      </Form>
    </AdminPage>
  )
}
