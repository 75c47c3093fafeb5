// @vitest-environment jsdom
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'

import { bookingsEn } from '../messages.en.ts'

import { BookingPicker } from './booking-picker.island.tsx'
import type { BookingPickerProps } from './picker-props.ts'

const props: BookingPickerProps = {
  view: {
    times: [30_000_000],
    language: 'de',
    firstWeekday: 1,
    zone: 'UTC',
    isZoneAsked: true,
    day: null,
    chosen: 30_000_000,
    from: null,
    earlier: '2027-01-01',
    later: '2027-03-01',
  },
  texts: bookingsEn,
  action: '/book/consultation',
  button: 'Buchen',
  path: '/book/consultation',
  type: 'consultation',
  minutes: 30,
  hold: '/api/bookings/hold',
  guest: null,
}

test('what the browser renders stays in the language of the page', () => {
  vi.stubGlobal('document', { documentElement: { dataset: { root: '/de' } } })
  const html = renderToStaticMarkup(<BookingPicker {...props} />)
  vi.unstubAllGlobals()
  const addresses = Array.from(html.matchAll(/(?:action|href)="([^"?]+)/g), ([, address]) => address)
  expect(addresses).toHaveLength(4)
  expect(new Set(addresses)).toEqual(new Set(['/de/book/consultation']))
})

test.each([
  ['Asia/Tokyo', 'Asia/Tokyo'],
  ['Etc/Unknown', 'Europe/Berlin'],
  [undefined, 'Europe/Berlin'],
])('in a browser whose time zone is %s, times are in %s', (timeZone, shown) => {
  const { resolvedOptions } = Intl.DateTimeFormat.prototype
  const said: unknown = { timeZone }
  const spy = vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockImplementation(function own(
    this: Intl.DateTimeFormat,
  ) {
    return { ...resolvedOptions.call(this), ...(said as Intl.ResolvedDateTimeFormatOptions) }
  })
  const page = document.createElement('div')
  const root = createRoot(page)
  const view = { ...props.view, zone: 'Europe/Berlin', isZoneAsked: false }
  flushSync(() => root.render(<BookingPicker {...props} view={view} />))
  spy.mockRestore()
  expect(page.querySelector('select')?.value).toBe(shown)
  root.unmount()
})
