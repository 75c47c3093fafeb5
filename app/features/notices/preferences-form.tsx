import { useEffect, useRef } from 'react'
import { Form } from 'react-router'

import type { FormAnswer } from '#app/lib/form-answer.ts'
import { type NoticeKind, noticeKinds } from '#app/platform/notice-events.ts'
import { Button } from '#app/ui/button.tsx'
import { Field, fieldControl, TextField } from '#app/ui/field.tsx'
import { Select } from '#app/ui/select.tsx'
import { TimeZoneField } from '#app/ui/time-zone-field.tsx'

import type { OwnNotices } from './own-notices.server.ts'
import { type ChannelName, channelNames, channelOrder, waits } from './preferences.ts'

type PreferencesFormProps = {
  own: Omit<OwnNotices, 'newest' | 'devices'>
  timeZones: readonly string[]
  answer: FormAnswer | undefined
}

const waitNames: Readonly<Record<number, string>> = { 0: 'Never', 1: 'After a minute', 60: 'After an hour' }

export function PreferencesForm({ own, timeZones, answer }: PreferencesFormProps) {
  const { preferences, addresses, hasMail } = own
  const { quiet, timeZone, waitMinutes } = preferences
  const errors = answer?.errors ?? {}
  return (
    <Form
      method="post"
      aria-label="Notifications"
      className="grid gap-6 rounded-lg border border-line bg-raised p-4 sm:p-6"
    >
      <ChannelTable own={own} />
      {hasMail ? null : (
        <p className="text-sm text-secondary">
          No mail server is configured. Notices by mail are held in the outbox until there is one.
        </p>
      )}
      <div className="grid gap-5 sm:grid-cols-2">
        <Address channel="slack" host={addresses.slack} error={errors['slack']} />
        <Address channel="discord" host={addresses.discord} error={errors['discord']} />
        <Field id="wait" label="If I have not seen it, use the next channel" error={errors['wait']}>
          <Select {...fieldControl('wait', errors['wait'])} name="wait" defaultValue={String(waitMinutes)}>
            {waits.map((minutes) => (
              <option key={minutes} value={minutes}>
                {waitNames[minutes] ?? `After ${minutes} minutes`}
              </option>
            ))}
          </Select>
        </Field>
        <TimeZoneField
          label="My time zone"
          timeZone={timeZone}
          timeZones={timeZones}
          error={errors['timeZone']}
        />
        <TextField
          id="quietFrom"
          name="quietFrom"
          label="Quiet from"
          type="time"
          defaultValue={quiet ? clockOf(quiet.from) : ''}
          hint="Notices from these hours are sent when they are over."
          error={errors['quietFrom']}
        />
        <TextField
          id="quietTo"
          name="quietTo"
          label="Quiet until"
          type="time"
          defaultValue={quiet ? clockOf(quiet.to) : ''}
          error={errors['quietTo']}
        />
      </div>
      <div>
        <Button type="submit" name="intent" value="save" tone="solid">
          Save
        </Button>
      </div>
    </Form>
  )
}

function ChannelTable({ own: { kinds, preferences } }: { own: Pick<OwnNotices, 'kinds' | 'preferences'> }) {
  return (
    <table className="w-full table-fixed text-left text-sm">
      <caption className="pb-3 text-left text-secondary">
        Channels are used from left to right. The next one is used only if you have not opened what the notice
        is about. Inquiries and waiting visitors are also mailed to the notice addresses in the settings.
      </caption>
      <thead className="border-b border-line text-xs text-muted">
        <tr>
          <th scope="col" className="py-2 pr-3 font-medium">
            Tell me when
          </th>
          {channelOrder.map((name) => (
            <th
              key={name}
              scope="col"
              className="w-11 py-2 text-center text-[0.65rem] font-medium sm:w-24 sm:text-xs"
            >
              {channelNames[name]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="divide-y divide-line">
        {kinds.map((kind) => (
          <tr key={kind}>
            <th scope="row" className="py-3 pr-3 font-normal">
              {noticeKinds[kind].name}
            </th>
            {channelOrder.map((name) => (
              <td key={name} className="text-center">
                <ChannelBox kind={kind} name={name} isOn={preferences.channels[kind].includes(name)} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function ChannelBox({ kind, name, isOn }: { kind: NoticeKind; name: ChannelName; isOn: boolean }) {
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => {
    // Adding the first device chooses push for every kind.
    if (box.current) box.current.checked = isOn
  }, [isOn])
  return (
    <input
      ref={box}
      type="checkbox"
      name={`${kind}.${name}`}
      aria-label={`${noticeKinds[kind].name}: ${channelNames[name]}`}
      defaultChecked={isOn}
      className="size-4.5 accent-accent-fill"
    />
  )
}

type AddressProps = { channel: 'slack' | 'discord'; host: string | null; error: string | undefined }

function Address({ channel, host, error }: AddressProps) {
  const name = channelNames[channel]
  return (
    <div className="grid content-start gap-2">
      <TextField
        id={channel}
        name={channel}
        label={`Webhook address of ${name}`}
        type="url"
        autoComplete="off"
        spellCheck={false}
        hint={
          host === null
            ? `In ${name}, create an incoming webhook for one of your channels.`
            : `An address at ${host} is stored. It is not shown again. Enter another one to replace it.`
        }
        error={error}
      />
      {host === null ? null : (
        <label className="flex items-center gap-2 text-sm text-secondary">
          <input type="checkbox" name={`${channel}.remove`} className="size-4.5 accent-accent-fill" />
          Remove the address of {name}
        </label>
      )}
    </div>
  )
}

function clockOf(minutes: number): string {
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
}

/** Tests the saved settings, not those in the form. */
export function TestForm() {
  return (
    <Form method="post" aria-label="Test notices" className="flex flex-wrap items-center gap-3">
      <input type="hidden" name="intent" value="test" />
      <span className="text-sm text-secondary">Send a test notice:</span>
      {channelOrder.map((name) => (
        <Button key={name} type="submit" name="channel" value={name} tone="outline" size="sm">
          {`Test ${channelNames[name]}`}
        </Button>
      ))}
    </Form>
  )
}
