import { Form } from 'react-router'
import { z } from 'zod'

import { weekdays } from '#app/lib/business-hours.ts'
import { ownNameOf, productLanguages } from '#app/lib/languages.ts'
import { listTimeZones } from '#app/lib/time-zones.ts'
import { answer } from '#app/platform/http/answer.server.ts'
import { form, formAction } from '#app/platform/http/form-action.server.ts'
import { requireActor } from '#app/platform/require-actor.ts'
import { AdminPage } from '#app/ui/admin-page.tsx'
import { Button } from '#app/ui/button.tsx'
import { Field, fieldControl, TextField } from '#app/ui/field.tsx'
import { FormFields } from '#app/ui/form-fields.tsx'
import { Select } from '#app/ui/select.tsx'
import { TextArea } from '#app/ui/text-area.tsx'
import { TimeZoneField } from '#app/ui/time-zone-field.tsx'

import { changeMainLanguage } from '../languages/change-main-language.server.ts'

import type { Route } from './+types/settings.route.ts'
import { fieldsOfHours, type HoursFields } from './hours-fields.ts'
import { SettingsSide } from './settings-side.tsx'
import { type SiteSettings, siteSettings } from './site-settings.server.ts'

export function loader({ context }: Route.LoaderArgs) {
  return answer(context, async (ctx) => {
    requireActor(ctx, 'settings.read')
    const { look: _look, brandFiles: _files, businessHours, ...site } = await ctx.site(ctx)
    const timeZones = listTimeZones()
    const languages = productLanguages.map((tag) => ({ tag, name: ownNameOf(tag) }))
    return { site, hours: fieldsOfHours(businessHours), timeZones, languages }
  })
}

export const action = formAction({
  save: form({
    ...siteSettings.form,
    schema: siteSettings.form.schema.unwrap().extend({ language: z.string().default('') }),
    async run(ctx, { language, ...settings }) {
      if (language !== '') await changeMainLanguage(ctx, language)
      await siteSettings.form.run(ctx, settings)
    },
    toast: { title: 'Saved', text: 'The site now shows it.' },
    rejected: 'Not saved',
  }),
})

export function meta() {
  return [{ title: 'Settings · Admin' }]
}

export default function SettingsRoute({ loaderData, actionData }: Route.ComponentProps) {
  const { site, hours, timeZones, languages } = loaderData
  const errors = actionData?.errors ?? {}
  const control = (name: Exclude<keyof SiteSettings, keyof HoursFields | 'noticeEmails'>) => ({
    id: name,
    name,
    defaultValue: site[name],
    error: errors[name],
  })
  return (
    <AdminPage title="Settings" width="wide">
      <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[16rem_minmax(0,40rem)]">
        <SettingsSide />
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
            <TimeZoneField
              label="Time zone"
              timeZone={site.timeZone}
              timeZones={timeZones}
              error={errors['timeZone']}
            />
            <TextField {...control('currency')} label="Currency" required maxLength={3} />
            <Field
              id="language"
              label="Site language"
              hint="The language that your pages are written in. Forms, dates and mails follow it."
              error={errors['language']}
            >
              <Select
                {...fieldControl('language', errors['language'], 'hint')}
                name="language"
                defaultValue={site.language}
              >
                {languages.some(({ tag }) => tag === site.language) ? null : (
                  <option value={site.language}>{ownNameOf(site.language)}</option>
                )}
                {languages.map(({ tag, name }) => (
                  <option key={tag} value={tag} lang={tag}>
                    {name}
                  </option>
                ))}
              </Select>
            </Field>
            <HoursFieldset hours={hours} errors={errors} />
            <div className="sm:col-span-2">
              <Button type="submit" name="intent" value="save" tone="solid">
                Save
              </Button>
            </div>
          </FormFields>
        </Form>
      </div>
    </AdminPage>
  )
}

type HoursFieldsetProps = {
  hours: HoursFields
  errors: Readonly<Record<string, string>>
}

function HoursFieldset({ hours, errors }: HoursFieldsetProps) {
  return (
    <fieldset className="grid gap-4 rounded-md border border-line p-4 sm:col-span-2 sm:grid-cols-2 lg:grid-cols-4">
      <legend className="px-1 text-sm font-medium text-secondary">Business hours</legend>
      <p className="text-sm text-muted sm:col-span-2 lg:col-span-4">
        Such as 9:00-17:00, or 9-12, 13-17; “24 hours” for a whole day, empty for a closed one. In texts, use{' '}
        <code>{'{businessHours}'}</code>.
      </p>
      {weekdays.map((day) => (
        <TextField
          key={day}
          id={day}
          name={day}
          label={day}
          maxLength={100}
          defaultValue={hours[day]}
          error={errors[day]}
        />
      ))}
      <Field
        id="closedOn"
        label="Closed on"
        hint="Dates such as 2026-12-25, one per line."
        error={errors['closedOn']}
      >
        <TextArea
          {...fieldControl('closedOn', errors['closedOn'], 'hint')}
          name="closedOn"
          rows={2}
          defaultValue={hours.closedOn.join('\n')}
        />
      </Field>
    </fieldset>
  )
}
