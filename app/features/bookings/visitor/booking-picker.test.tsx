import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'

import { bookingsEn } from '../messages.en.ts'

import { BookingPicker } from './booking-picker.island.tsx'

test('what the browser renders stays in the language of the page', () => {
  vi.stubGlobal('document', { documentElement: { dataset: { root: '/de' } } })
  const html = renderToStaticMarkup(
    <BookingPicker
      view={{
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
      }}
      texts={bookingsEn}
      action="/book/consultation"
      button="Buchen"
      path="/book/consultation"
      type="consultation"
      minutes={30}
      hold="/api/bookings/hold"
      guest={null}
    />,
  )
  vi.unstubAllGlobals()
  const addresses = Array.from(html.matchAll(/(?:action|href)="([^"?]+)/g), ([, address]) => address)
  expect(addresses).toHaveLength(4)
  expect(new Set(addresses)).toEqual(new Set(['/de/book/consultation']))
})
