import { DeviceList } from './device-list.tsx'
import type { PushDevice } from './subscriptions.server.ts'

export function DevicePanel({ devices }: { devices: readonly PushDevice[] }) {
  return (
    <section
      aria-labelledby="devices-title"
      className="grid gap-4 rounded-lg border border-line bg-raised p-6"
    >
      <h2 id="devices-title" className="text-lg font-semibold">
        Notifications on your devices
      </h2>
      <DeviceList devices={devices} />
    </section>
  )
}
