import { redirect } from 'react-router'

import { formError } from '#app/lib/form-answer.ts'
import { ownNameOf, productLanguageOf, productLanguages } from '#app/lib/languages.ts'
import { answer } from '#app/platform/http/answer.server.ts'
import { anyFields, singleFormAction } from '#app/platform/http/form-action.server.ts'
import { Button } from '#app/ui/button.tsx'
import { Field, fieldControl, TextField } from '#app/ui/field.tsx'
import { Island } from '#app/ui/island.tsx'
import { Select } from '#app/ui/select.tsx'

import { isFirstRun } from '../create-owner.server.ts'
import { signedInHeaders } from '../known-device.server.ts'
import { NewPasswordFields } from '../new-password-fields.tsx'
import { setUpOwner } from '../set-up-owner.server.ts'

import type { Route } from './+types/setup.route.ts'
import { FormAlert } from './form-parts.tsx'
import { TimeZone } from './time-zone.island.tsx'

export function loader({ context, request }: Route.LoaderArgs) {
  return answer(context, async (ctx) => {
    if (!(await isFirstRun(ctx))) throw redirect('/admin/login')
    const [preferred = 'en'] = String(request.headers.get('accept-language')).split(/[,;]/)
    return { language: productLanguageOf(preferred.trim()) ?? 'en' }
  })
}

export const action = singleFormAction(
  {
    schema: anyFields,
    async run(ctx, fields, { request, visit }) {
      const token = await setUpOwner(ctx, {
        fields,
        clientAddress: visit.clientAddress,
        userAgent: request.headers.get('user-agent'),
      })
      return redirect('/admin', { status: 303, headers: await signedInHeaders(ctx, token) })
    },
  },
  { paced: true, notSecret: ['code'] },
)

export function meta() {
  return [{ title: 'Create owner account' }, { name: 'robots', content: 'noindex' }]
}

export default function SetupRoute({ loaderData, actionData }: Route.ComponentProps) {
  const faults = actionData?.errors ?? {}
  const error = formError(actionData)
  return (
    <form method="post" aria-label="Create owner account" className="grid gap-5">
      <div>
        <h1 className="text-2xl font-semibold">Create owner account</h1>
        <p className="mt-2 text-sm text-secondary">
          The set-up code was printed where the server was started. Whoever installed it can tell you.
        </p>
      </div>
      {error ? <FormAlert>{error}</FormAlert> : null}
      <TextField
        id="code"
        name="code"
        label="Set-up code"
        required
        autoComplete="one-time-code"
        autoCapitalize="characters"
        spellCheck={false}
        defaultValue={actionData?.typed['code']}
        error={faults['code']}
      />
      <TextField
        id="email"
        name="email"
        label="Email"
        type="email"
        required
        autoComplete="username"
        defaultValue={actionData?.typed['email']}
        error={faults['email']}
      />
      <Field
        id="language"
        label="Site language"
        hint="The language of your site’s forms, dates and mails. You can change it under Settings."
      >
        <Select
          {...fieldControl('language', undefined, 'hint')}
          name="language"
          defaultValue={actionData?.typed['language'] ?? loaderData.language}
        >
          {productLanguages.map((tag) => (
            <option key={tag} value={tag} lang={tag}>
              {ownNameOf(tag)}
            </option>
          ))}
        </Select>
      </Field>
      <NewPasswordFields name="password" errors={faults} />
      <Island name="time-zone" of={TimeZone} props={{}} when="idle" />
      <Button type="submit" tone="solid" size="lg">
        Create account
      </Button>
    </form>
  )
}
