import { Form } from 'react-router'

import { Button } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/field.tsx'
import { FormFields } from '#app/ui/form-fields.tsx'
import { Time } from '#app/ui/time.tsx'
import { useAdminShell } from '#app/ui/use-admin-shell.ts'

import { Panel } from './panel.tsx'

type OwnFeedProps = {
  /** When the feed got its URL, in milliseconds; null without a feed. */
  since: number | null
  /** The new URL; it is shown only once. */
  made: string | null
}

export function OwnFeed({ since, made }: OwnFeedProps) {
  const { timeZone, now } = useAdminShell()
  return (
    <Panel
      id="own-feed-title"
      title="Your bookings in your calendar"
      text="Subscribe to this address in your calendar, and your bookings appear there. Anyone who has the address can read them."
    >
      {made === null ? null : (
        <div className="grid gap-3">
          <TextField
            id="own-feed"
            label="Address of your feed"
            value={made}
            readOnly
            onFocus={(event) => event.currentTarget.select()}
            hint="It is shown only once."
          />
          <div>
            <Button tone="outline" size="sm" onClick={() => void navigator.clipboard.writeText(made)}>
              Copy the address
            </Button>
          </div>
        </div>
      )}
      <Form method="post" aria-labelledby="own-feed-title" className="flex flex-wrap items-center gap-3">
        <FormFields>
          <Button type="submit" name="intent" value="renew-own-feed" tone="outline">
            {since === null ? 'Create an address' : 'Create a new address'}
          </Button>
          {since === null ? null : (
            <>
              <Button type="submit" name="intent" value="end-own-feed" tone="quiet">
                Turn off the address
              </Button>
              <span className="text-sm text-muted">
                Created <Time at={since} timeZone={timeZone} now={now} />. Creating a new one turns it off.
              </span>
            </>
          )}
        </FormFields>
      </Form>
    </Panel>
  )
}
