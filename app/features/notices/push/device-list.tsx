import { Form } from 'react-router'

import { Badge } from '#app/ui/badge.tsx'
import { Button } from '#app/ui/button.tsx'
import { Time } from '#app/ui/time.tsx'
import { useAdminShell } from '#app/ui/use-admin-shell.ts'
import { useKeptFocus } from '#app/ui/use-kept-focus.ts'

import type { PushDevice } from './subscriptions.server.ts'

export function DeviceList({ devices }: { devices: readonly PushDevice[] }) {
  const { timeZone } = useAdminShell()
  useKeptFocus(devices.length)
  if (devices.length === 0) return null
  return (
    <Form method="post" aria-label="Devices with notifications">
      <input type="hidden" name="intent" value="remove-device" />
      <ul className="divide-y divide-line rounded-md border border-line">
        {devices.map(({ id, device, since, isThis }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
            <div className="min-w-0 flex-1">
              <p className="flex flex-wrap items-center gap-2 font-medium">
                {device}
                {isThis ? <Badge tone="success">This device</Badge> : null}
              </p>
              <p className="text-sm text-muted">
                Since <Time at={since} timeZone={timeZone} />
              </p>
            </div>
            <Button type="submit" name="id" value={id} tone="outline" size="sm">
              Remove
              <span className="sr-only"> {device}</span>
            </Button>
          </li>
        ))}
      </ul>
    </Form>
  )
}
