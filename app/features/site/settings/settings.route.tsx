import { Form, useNavigation } from 'react-router'

import { findMailboxHealth } from '#app/platform/email/mailbox-health.server.ts'
import { answer } from '#app/platform/http/answer.server.ts'
import { form, formAction } from '#app/platform/http/form-action.server.ts'
import { requireActor } from '#app/platform/require-actor.ts'
import { AdminPage } from '#app/ui/admin-page.tsx'
import { Button } from '#app/ui/button.tsx'
import { Combobox } from '#app/ui/combobox.tsx'
import { Field, fieldControl, TextField } from '#app/ui/field.tsx'
import { FormFields } from '#app/ui/form-fields.tsx'
import { TextArea } from '#app/ui/text-area.tsx'

import type { Route } from './+types/settings.route.ts'
import { HoursFieldset } from './hours-fieldset.tsx'
import { fieldsOfHours, type HoursFields } from './hours-fields.ts'
import { checkDomainForm, testMailForm } from './mail-forms.server.ts'
import { MailboxState } from './mailbox-state.tsx'
import { MailServerForm } from './mail-server-form.tsx'
import { SettingsLinks } from './settings-links.tsx'
import { type SiteSettings, siteSettings } from './site-settings.server.ts'

export function loader({ context }: Route.LoaderArgs) {
  return answer(context, async (ctx) => {
    requireActor(ctx, 'settings.read')
    const { look: _look, brandFiles: _files, businessHours, ...site } = await ctx.site(ctx)
    const timeZones = ['UTC', ...Intl.supportedValuesOf('timeZone')]
    const mailbox = await findMailboxHealth(ctx)
    return { mailbox, site, hours: fieldsOfHours(businessHours), canSend: ctx.mail !== null, timeZones }
  })
}

export const action = formAction({
  save: form({
    ...siteSettings.form,
    toast: { title: 'Saved', text: 'The site now shows it.' },
    rejected: 'Not saved',
  }),
  'test-mail': testMailForm,
  'check-domain': checkDomainForm,
})

export function meta() {
  return [{ title: 'Settings · Admin' }]
}

export default function SettingsRoute({ loaderData, actionData }: Route.ComponentProps) {
  const { mailbox, site, hours, canSend, timeZones } = loaderData
  const errors = actionData?.errors ?? {}
  const isBusy = useNavigation().state === 'submitting'
  const control = (name: Exclude<keyof SiteSettings, keyof HoursFields | 'noticeEmails'>) => ({
    id: name,
    name,
    defaultValue: site[name],
    error: errors[name],
  })
  return (
    <AdminPage title="Settings">
      <Form
        method="post"
        aria-label="Site settings"
        className="grid gap-5 rounded-lg border border-line bg-raised p-6 sm:grid-cols-2"
      >
        <FormFields>
          <TextField {...control('siteName')} label="Site name" required maxLength={80} />
          <TextField {...control('contactEmail')} label="Contact email" type="email" required />
          <Field
            id="noticeEmails"
            label="Send notices of inquiries to"
            hint="One address per line. If empty, notices go to your account’s address and the contact address."
            error={errors['noticeEmails']}
            className="sm:col-span-2"
          >
            <TextArea
              {...fieldControl('noticeEmails', errors['noticeEmails'], 'hint')}
              name="noticeEmails"
              rows={2}
              defaultValue={site.noticeEmails.join('\n')}
            />
          </Field>
          <TextField {...control('socialLinkedin')} label="LinkedIn" type="url" />
          <TextField {...control('socialX')} label="X" type="url" />
          <TextField {...control('socialInstagram')} label="Instagram" type="url" />
          <Field id="timeZone" label="Time zone" error={errors['timeZone']}>
            <Combobox
              id="timeZone"
              name="timeZone"
              label="Time zone"
              loadOptions={async () => timeZones.map((zone) => ({ value: zone }))}
              defaultValue={site.timeZone}
              emptyText="No such time zone"
              invalid={errors['timeZone'] !== undefined}
            />
          </Field>
          <TextField {...control('currency')} label="Currency" required maxLength={3} />
          <HoursFieldset hours={hours} errors={errors} />
          <div className="sm:col-span-2">
            <Button type="submit" name="intent" value="save" tone="solid">
              Save
            </Button>
          </div>
        </FormFields>
      </Form>
      <MailServerForm
        canSend={canSend}
        isBusy={isBusy}
        tested={actionData?.value}
        error={errors['selector']}
      />
      <MailboxState health={mailbox} />
      <SettingsLinks />
    </AdminPage>
  )
}
