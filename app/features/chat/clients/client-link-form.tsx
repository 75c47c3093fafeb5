import { Form } from 'react-router'

import { englishNameOf, type ProductLanguage, productLanguages } from '#app/lib/languages.ts'
import { Button } from '#app/ui/button.tsx'
import { Field, fieldControl, TextField } from '#app/ui/field.tsx'
import { FormFields } from '#app/ui/form-fields.tsx'
import { Select } from '#app/ui/select.tsx'
import { TextArea } from '#app/ui/text-area.tsx'
import { Time } from '#app/ui/time.tsx'
import { useAdminShell } from '#app/ui/use-admin-shell.ts'

import type { linkDays, readClientLink } from './client-link.server.ts'

const days: typeof linkDays = ['30', '90', '365']

type ClientLinkFormProps = {
  link: Awaited<ReturnType<typeof readClientLink>>
  /** Proposed for a new link. */
  language: ProductLanguage
  errors: Readonly<Record<string, string>>
}

export function ClientLinkForm({ link, language, errors }: ClientLinkFormProps) {
  const { timeZone } = useAdminShell()
  return (
    <>
      <p className="text-sm text-secondary">
        Whoever has the link reads the figures, conversations and unanswered questions of this assistant, and
        changes nothing.
      </p>
      {link ? (
        <>
          <TextField
            id="url"
            label="Link"
            readOnly
            value={link.url}
            onFocus={({ currentTarget }) => currentTarget.select()}
          />
          <p className="text-sm text-muted">
            It works until <Time at={link.until} timeZone={timeZone} />.
            {link.hidesContacts ? ' Addresses and telephone numbers are hidden.' : null}
          </p>
          {link.stopped.map(({ email, at }) => (
            <p key={email} className="text-sm text-muted">
              <bdi>{email}</bdi> has asked for no more mails (<Time at={at} timeZone={timeZone} />
              ).
            </p>
          ))}
        </>
      ) : null}
      <Form method="post" className="grid gap-4">
        <FormFields>
          <Field id="days" label="It works for" error={errors['days']}>
            <Select id="days" name="days" defaultValue={link ? link.days : '90'}>
              {days.map((count) => (
                <option key={count} value={count}>{`${count} days`}</option>
              ))}
            </Select>
          </Field>
          <Field id="language" label="Language of the page and the mail" error={errors['language']}>
            <Select id="language" name="language" defaultValue={link?.language ?? language}>
              {productLanguages.map((tag) => (
                <option key={tag} value={tag}>
                  {englishNameOf(tag)}
                </option>
              ))}
            </Select>
          </Field>
          <Field
            id="emails"
            label="Weekly mail to"
            error={errors['emails']}
            hint="E-mail addresses, one per line; none for no mail. It is sent on Mondays, and each has a link to end it."
          >
            <TextArea
              {...fieldControl('emails', errors['emails'], 'hint')}
              name="emails"
              rows={2}
              defaultValue={link?.addresses.map(({ email }) => email).join('\n')}
            />
          </Field>
          <label className="flex items-center gap-2.5 text-sm">
            <input
              type="checkbox"
              name="hidesContacts"
              defaultChecked={link?.hidesContacts}
              className="size-4"
            />
            Hide e-mail addresses and telephone numbers in what is written
          </label>
          <div className="flex flex-wrap gap-2">
            {link ? (
              <Button type="submit" name="intent" value="change-link" tone="outline">
                Save and keep the link
              </Button>
            ) : null}
            <Button type="submit" name="intent" value="make-link" tone="outline">
              {link ? 'Create a new link' : 'Create a link'}
            </Button>
            {link ? (
              <Button type="submit" name="intent" value="revoke-link" tone="quiet">
                Revoke link
              </Button>
            ) : null}
          </div>
        </FormFields>
      </Form>
    </>
  )
}
