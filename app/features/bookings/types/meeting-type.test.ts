import { expect, test } from 'vitest'

import { starterType } from './find-meeting-types.server.ts'
import { toPublicMeeting } from './meeting-type.ts'

test.each([
  ['https://zoom.us/j/123?pwd=secret', ''],
  ['Online: meet.google.com/abc-defg-hij', ''],
  ['Call us at our room www.whereby.com', ''],
  ['Our office, Main Street 1, Berlin', 'Our office, Main Street 1, Berlin'],
  ['By phone, e.g. +49 30 1234', 'By phone, e.g. +49 30 1234'],
])('who has not booked is told of the place %j: %j', (location, place) => {
  const meeting = toPublicMeeting({ ...starterType, location, members: ['member-id'] })
  expect(meeting.place).toBe(place)
  expect(JSON.stringify(meeting)).not.toMatch(/member-id|secret|abc-defg/)
})
