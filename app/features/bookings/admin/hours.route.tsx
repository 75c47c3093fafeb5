import { Form } from 'react-router'

import { weekdays } from '#app/lib/business-hours.ts'
import { listTimeZones } from '#app/lib/time-zones.ts'
import { answer } from '#app/platform/http/answer.server.ts'
import { anyFields, singleFormAction } from '#app/platform/http/form-action.server.ts'
import { AdminPage } from '#app/ui/admin-page.tsx'
import { BackLink } from '#app/ui/back-link.tsx'
import { Button } from '#app/ui/button.tsx'
import { Field, fieldControl, TextField, useTyped } from '#app/ui/field.tsx'
import { FormFields } from '#app/ui/form-fields.tsx'
import { TextArea } from '#app/ui/text-area.tsx'
import { TimeZoneField } from '#app/ui/time-zone-field.tsx'

import { getHours, saveHours } from '../availability/save-hours.server.ts'

import type { Route } from './+types/hours.route.ts'

export function loader({ context, params }: Route.LoaderArgs) {
  return answer(context, async (ctx) => ({
    ...(await getHours(ctx, params.id)),
    timeZones: listTimeZones(),
  }))
}

export const action = singleFormAction({
  schema: anyFields,
  run: (ctx, { id = '', ...fields }) => saveHours(ctx, { ...fields, id }),
  toast: { title: 'Saved', text: 'Visitors are now offered these hours.' },
})

export function meta({ loaderData }: Route.MetaArgs) {
  return [{ title: `Hours of ${loaderData?.member.name ?? 'a member'} · Admin` }]
}

export default function HoursRoute({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <AdminPage title={`Hours of ${loaderData.member.name}`}>
      <div className="flex flex-wrap justify-between gap-4">
        <BackLink to="/admin/bookings" name="All bookings" />
        <a href="/book" className="text-sm underline underline-offset-4">
          See the booking page
        </a>
      </div>
      <HoursForm {...loaderData} errors={actionData?.errors ?? {}} />
    </AdminPage>
  )
}

type HoursFormProps = Route.ComponentProps['loaderData'] & { errors: Readonly<Record<string, string>> }

function HoursForm({ timeZone, timeZones, week, exceptions, errors }: HoursFormProps) {
  const typed = useTyped('exceptions', exceptions)
  return (
    <Form
      method="post"
      aria-label="Hours"
      className="grid gap-5 rounded-lg border border-line bg-raised p-5 sm:grid-cols-2 sm:p-6"
    >
      <FormFields>
        <TimeZoneField
          label="Time zone"
          timeZone={timeZone}
          timeZones={timeZones}
          error={errors['timeZone']}
          hint="Type a city, such as Berlin, and choose."
          className="sm:col-span-2"
        />
        {weekdays.map((day, n) => (
          <TextField
            key={day}
            id={`day-${n}`}
            name={`day-${n}`}
            label={day}
            defaultValue={week[n]}
            placeholder="Closed"
            error={errors[`day-${n}`]}
          />
        ))}
        <Field
          id="exceptions"
          label="Days off and exceptions"
          error={errors['exceptions']}
          hint="Days off and other hours, one per line: 2026-12-24 9-12, 2026-12-28 to 2026-12-31 closed, or 12-25 closed for every year. Days on which the business is closed are off by themselves."
          className="sm:col-span-2"
        >
          <TextArea
            {...fieldControl('exceptions', errors['exceptions'], 'hint')}
            name="exceptions"
            rows={5}
            defaultValue={typed}
          />
        </Field>
        <Button type="submit" tone="solid" className="justify-self-start">
          Save
        </Button>
      </FormFields>
    </Form>
  )
}
