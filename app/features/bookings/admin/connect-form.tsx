import { useState } from 'react'
import { Form, useNavigation } from 'react-router'

import { answerTo, type FormAnswer } from '#app/lib/form-answer.ts'
import { Button } from '#app/ui/button.tsx'
import { Field, TextField } from '#app/ui/field.tsx'
import { FormFields } from '#app/ui/form-fields.tsx'
import { Select } from '#app/ui/select.tsx'

import type { FoundCalendar } from '../calendars/dav/find-dav-calendars.server.ts'
import type { OfficeAnswer } from './list-bookings.server.ts'
import { MemberField } from './member-field.tsx'

type ConnectFormProps = {
  members: readonly { id: string; name: string }[]
  answered: FormAnswer<OfficeAnswer> | undefined
}

/** The first submission finds the calendars of the account; the second, of the same filled-in form, connects the chosen one. */
export function ConnectForm({ members, answered }: ConnectFormProps) {
  const finding = answerTo(answered, 'find-calendars')
  const connecting = answerTo(answered, 'connect-calendar')
  const errors = { ...finding?.errors, ...connecting?.errors }
  const found = useFound(finding)
  return (
    <details className="grid gap-5" open={found !== null || Object.keys(errors).length > 0 || undefined}>
      <summary className="w-fit cursor-pointer font-medium">
        Connect a calendar by CalDAV, such as iCloud or Fastmail
      </summary>
      <Form
        method="post"
        aria-label="Connect a calendar by CalDAV"
        className="mt-5 grid gap-5 sm:grid-cols-3"
      >
        <FormFields>
          <TextField
            id="dav-address"
            name="davAddress"
            label="CalDAV address"
            inputMode="url"
            autoComplete="off"
            required
            error={errors['davAddress']}
            hint="For iCloud, Fastmail, Nextcloud and others, such as https://caldav.icloud.com."
          />
          <TextField
            id="dav-user"
            name="davUser"
            label="User name"
            autoComplete="off"
            required
            error={errors['davUser']}
          />
          <TextField
            id="dav-password"
            name="davPassword"
            label="App password"
            type="password"
            autoComplete="off"
            required
            error={errors['davPassword']}
            hint="Create one for this program in the settings of your calendar account. It is stored encrypted."
          />
          {found === null ? null : <Choice found={found} members={members} errors={errors} />}
          <div className="flex flex-wrap gap-3 sm:col-span-3">
            <FindButton isFirst={found === null} />
            {found === null ? null : (
              <Button type="submit" name="intent" value="connect-calendar" tone="solid">
                Connect calendar
              </Button>
            )}
          </div>
        </FormFields>
      </Form>
    </details>
  )
}

/** Keeps the found calendars when connecting one is refused. */
function useFound(finding: FormAnswer<OfficeAnswer> | undefined): FoundCalendar[] | null {
  const [known, setKnown] = useState<FoundCalendar[] | null>(null)
  const value = finding?.value
  const found = value && 'calendars' in value ? value.calendars : known
  if (found !== known) setKnown(found)
  return found
}

function FindButton({ isFirst }: { isFirst: boolean }) {
  const isFinding = useNavigation().formData?.get('intent') === 'find-calendars'
  return (
    <Button type="submit" name="intent" value="find-calendars" tone={isFirst ? 'outline' : 'quiet'}>
      {isFinding ? 'Looking for calendars…' : 'Find calendars'}
    </Button>
  )
}

type ChoiceProps = {
  found: readonly FoundCalendar[]
  members: ConnectFormProps['members']
  errors: Readonly<Record<string, string>>
}

function Choice({ found, members, errors }: ChoiceProps) {
  return (
    <>
      <Field id="dav-calendar" label="Calendar" error={errors['calendar']}>
        <Select id="dav-calendar" name="calendar" defaultValue={found[0]?.url}>
          {found.map(({ url, name }) => (
            <option key={url} value={url}>
              {name}
            </option>
          ))}
        </Select>
      </Field>
      <MemberField id="dav-member" members={members} error={errors['member']} />
      <label className="flex items-center gap-2 self-end py-2">
        <input type="checkbox" name="writes" value="on" defaultChecked className="size-4 accent-accent" />
        Add bookings to it
      </label>
    </>
  )
}
