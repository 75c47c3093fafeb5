import { readDeviceTimeZone } from '#app/lib/time-zones.ts'
import { useAwake } from '#app/ui/use-awake.ts'

/** Sends the browser's time zone with the form around it, and says so. Without script or a known zone the site's stays UTC. */
export function TimeZone() {
  const zone = useAwake() ? readDeviceTimeZone() : null
  return (
    <>
      <input type="hidden" name="timeZone" value={zone === null ? '' : zone} />
      {zone === null ? null : (
        <p className="text-sm text-secondary">
          Time zone: {zone}, as on this device. You can change it under Settings.
        </p>
      )}
    </>
  )
}
