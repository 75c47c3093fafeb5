import { useEffect } from 'react'
import { Form, Link, useRevalidator } from 'react-router'

import { answer } from '#app/platform/http/answer.server.ts'
import { anyFields, form, formAction } from '#app/platform/http/form-action.server.ts'
import { AdminPage } from '#app/ui/admin-page.tsx'
import { BackLink } from '#app/ui/back-link.tsx'
import { Button } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/field.tsx'
import { FormFields } from '#app/ui/form-fields.tsx'
import { Time } from '#app/ui/time.tsx'
import { useAdminShell } from '#app/ui/use-admin-shell.ts'

import { readRebuild, requestRebuild } from '../rollups/rebuild-analytics.job.server.ts'
import { ShareLinkForm } from '../share/share-link-form.tsx'
import { makeShareLink, readShareLink, revokeShareLink } from '../share/share-link.server.ts'

import type { Route } from './+types/analytics-settings.route.ts'
import { analyticsSettings } from './analytics-settings.server.ts'

export function loader({ context }: Route.LoaderArgs) {
  return answer(context, async (ctx) => ({
    settings: await analyticsSettings.readAsOwner(ctx),
    link: await readShareLink(ctx),
    rebuild: await readRebuild(ctx),
  }))
}

export const action = formAction({
  save: form({
    ...analyticsSettings.form,
    toast: { title: 'Saved', text: 'It applies to visits from now on.' },
    rejected: 'Not saved',
  }),
  rebuild: form({
    schema: anyFields,
    run: (ctx) => requestRebuild(ctx),
    toast: { title: 'Recounting', text: 'This page shows how far it is.' },
    rejected: 'Not started',
  }),
  'make-link': form({
    schema: anyFields,
    run: (ctx) => makeShareLink(ctx),
    toast: { title: 'Link created', text: 'Earlier links no longer work.' },
    rejected: 'Not saved',
  }),
  'revoke-link': form({
    schema: anyFields,
    run: (ctx) => revokeShareLink(ctx),
    toast: { title: 'Link revoked', text: 'It no longer works.' },
    rejected: 'Not saved',
  }),
})

export function meta() {
  return [{ title: 'Analytics settings · Admin' }]
}

export default function AnalyticsSettingsRoute({ loaderData, actionData }: Route.ComponentProps) {
  const { timeZone } = useAdminShell()
  const { settings, link } = loaderData
  const isChosen = (name: 'honourPrivacy' | 'weeklyMail') =>
    actionData?.ok === false && actionData.intent === 'save' ? name in actionData.typed : settings[name]
  return (
    <AdminPage title="Analytics settings">
      <BackLink to="/admin/analytics" name="Analytics" />
      <Form
        method="post"
        aria-label="Analytics settings"
        className="grid max-w-2xl gap-6 rounded-lg border border-line bg-raised p-6"
      >
        <FormFields>
          <TextField
            id="retentionDays"
            name="retentionDays"
            label="Keep single events for (days)"
            type="number"
            min={7}
            max={730}
            required
            defaultValue={settings.retentionDays}
            error={actionData?.errors['retentionDays']}
            hint="Their daily sums are kept, so totals and panels of older periods stay complete."
          />
          <Choice
            name="honourPrivacy"
            isChosen={isChosen('honourPrivacy')}
            title="Honour Do Not Track and Global Privacy Control"
            text="Visitors who ask not to be counted are left out. Their inquiries and chats are counted without anything that points to them."
          />
          <Choice
            name="weeklyMail"
            isChosen={isChosen('weeklyMail')}
            title="Send a weekly summary by mail"
            text="On Mondays, with the changes since the week before, to everyone who gets the notices of inquiries."
          />
          <p className="text-sm text-muted">
            Days begin at midnight in {timeZone}, the time zone of the{' '}
            <Link to="/admin/settings" className="underline underline-offset-4">
              site settings
            </Link>
            . After changing it, recount the figures below.
          </p>
          <div>
            <Button type="submit" name="intent" value="save" tone="solid">
              Save
            </Button>
          </div>
        </FormFields>
      </Form>
      <RebuildForm {...loaderData.rebuild} />
      <ShareLinkForm link={link} />
    </AdminPage>
  )
}

type ChoiceProps = { name: string; isChosen: boolean; title: string; text: string }

function Choice({ name, isChosen, title, text }: ChoiceProps) {
  return (
    <div className="flex items-start gap-3">
      <input
        type="checkbox"
        id={name}
        name={name}
        defaultChecked={isChosen}
        aria-describedby={`${name}-hint`}
        className="mt-1 size-4"
      />
      <div>
        <label htmlFor={name}>{title}</label>
        <p id={`${name}-hint`} className="text-sm text-muted">
          {text}
        </p>
      </div>
    </div>
  )
}

const LOOK_EVERY = 2000

function RebuildForm({ isUnderWay, progress }: Awaited<ReturnType<typeof readRebuild>>) {
  const { timeZone, now } = useAdminShell()
  const { revalidate } = useRevalidator()
  useEffect(() => {
    if (!isUnderWay) return undefined
    const timer = setInterval(() => void revalidate(), LOOK_EVERY)
    return () => clearInterval(timer)
  }, [isUnderWay, revalidate])
  return (
    <Form
      method="post"
      aria-label="Recount"
      className="grid max-w-2xl gap-4 rounded-lg border border-line bg-raised p-6"
    >
      <FormFields>
        <p className="text-sm text-secondary">
          After a change of the time zone, this recounts past days from the new midnight. New visits are
          counted as usual in the meantime.
        </p>
        <p role="status" className="text-sm empty:hidden">
          {isUnderWay
            ? `Counting: ${progress ? `${progress.done} of ${progress.total} days.` : 'about to start.'}`
            : null}
          {!isUnderWay && progress ? (
            <>
              Counted {progress.done} of {progress.total} days:{' '}
              <Time at={progress.at} timeZone={timeZone} now={now} />
            </>
          ) : null}
        </p>
        <div>
          <Button type="submit" name="intent" value="rebuild" tone="outline" disabled={isUnderWay}>
            Recount
          </Button>
        </div>
      </FormFields>
    </Form>
  )
}
