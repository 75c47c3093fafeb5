import { useEffect, useState } from 'react'
import { Form, useRevalidator } from 'react-router'

import { Badge } from '#app/ui/badge.tsx'
import { Button } from '#app/ui/button.tsx'
import { Time } from '#app/ui/time.tsx'
import { useAdminShell } from '#app/ui/use-admin-shell.ts'
import { useKeptFocus } from '#app/ui/use-kept-focus.ts'

import { type PushState, readPushState, turnOnPush } from './push-client.ts'
import type { PushDevice } from './subscriptions.server.ts'

const explained: Readonly<Record<PushState, string>> = {
  off: 'This browser can show notifications even while the admin is closed.',
  on: 'Notifications are on in this browser. Choose what you are notified of below, under Push.',
  denied:
    'Notifications of this site are blocked in this browser. Allow them in its settings for this site, then reload the page.',
  'install-first':
    'On an iPhone or iPad, add the admin to the home screen first: press Share, then “Add to Home Screen”. Then open it there and turn on notifications on this page.',
  insecure: 'Notifications need an address that begins with https://.',
  unsupported:
    'This browser does not support notifications from websites. Current versions of Chrome, Edge, Firefox and Safari do, but not in private windows.',
}

const unknownFault = 'Notifications could not be turned on. Please reload the page and try again.'

export function DevicePanel({ devices }: { devices: readonly PushDevice[] }) {
  const { revalidate } = useRevalidator()
  const [state, setState] = useState<PushState | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [fault, setFault] = useState('')

  const isListed = devices.some(({ isThis }) => isThis)

  useEffect(() => {
    let isShown = true
    async function read(): Promise<void> {
      const found = await readPushState().catch((): PushState => 'off')
      if (!isShown) return
      setState(found)
      // The list was read before the server knew that this session uses that device.
      if (found === 'on' && !isListed) await revalidate()
    }
    void read()
    return () => {
      isShown = false
    }
  }, [isListed, revalidate])

  async function turnOn(): Promise<void> {
    setBusy(true)
    setFault('')
    try {
      setState(await turnOnPush())
      await revalidate()
    } catch (error) {
      setFault(error instanceof Error ? error.message : unknownFault)
    } finally {
      setBusy(false)
    }
  }

  return (
    <section
      aria-labelledby="devices-title"
      className="grid gap-4 rounded-lg border border-line bg-raised p-6"
    >
      <h2 id="devices-title" className="text-lg font-semibold">
        Notifications on your devices
      </h2>
      <noscript>
        <p className="text-sm text-secondary">To turn them on, please enable JavaScript in your browser.</p>
      </noscript>
      <p role="status" className="text-sm text-secondary">
        {state === null ? 'Checking this browser…' : explained[state]}
      </p>
      {state === 'off' || state === 'on' ? (
        <div>
          <Button
            type="button"
            tone="solid"
            aria-disabled={isBusy || state === 'on'}
            onClick={() => void (isBusy || state === 'on' ? undefined : turnOn())}
          >
            {state === 'on' ? 'Notifications are on here' : 'Turn on notifications here'}
          </Button>
        </div>
      ) : null}
      {fault ? (
        <p role="alert" className="text-sm text-danger">
          {fault}
        </p>
      ) : null}
      <DeviceList devices={devices} />
    </section>
  )
}

function DeviceList({ devices }: { devices: readonly PushDevice[] }) {
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
