const picker = ['day', 'time', 'zone', 'from']

const booking = {
  time: '2030-01-01T09:00Z',
  zone: 'Europe/Berlin',
  hold: '0190aaaa-0000-7000-8000-000000000000',
  name: 'Ada',
  email: 'ada@example.com',
  'answer-0': 'An answer',
  website: '',
  first_page: '/pricing?utm_source=news',
}

const meetingType = {
  name: 'A meeting',
  length: '30',
  questions: 'Why? *',
  location: 'Room 1',
  bufferBefore: '0',
  bufferAfter: '0',
  noticeHours: '4',
  dailyMaximum: '',
  windowDays: '30',
  isOffered: 'on',
}

export const bookingsSurfaces = {
  '/admin/bookings': {
    query: ['when', 'page', 'connect', 'code', 'state', 'error'],
    forms: [
      {
        intent: 'settings',
        url: 'https://calendar.example/me.ics',
        member: '',
        feed: 'some-id',
        reminders: '24, 1',
        calendarGoodFor: '24',
        afterwards: 'open',
        davAddress: 'https://calendar.example',
        davUser: 'ada',
        davPassword: 'an app password',
        calendar: 'https://calendar.example/ada/work/',
        writes: 'on',
      },
    ],
  },
  '/admin/bookings/types/new': { forms: [meetingType] },
  '/admin/bookings/types/:id': { forms: [meetingType] },
  '/admin/bookings/hours/:id': {
    forms: [{ timeZone: 'Europe/Berlin', 'day-0': '9-17', exceptions: '2026-12-25 closed' }],
  },
  '/admin/bookings/:id': { forms: [{ intent: 'move', time: '2030-01-01T09:00Z' }] },
  '/bookings.ics': { query: ['key'] },
  '/book': { query: picker },
  '/book/:type': { query: picker, forms: [booking] },
  '/book/:type/booked': { query: ['time', 'zone', 'id'] },
  '/book/:type/meeting.ics': { query: ['time', 'id'] },
  '/booking/:token': { query: ['done'] },
  '/booking/:token/move': { query: picker, forms: [{ time: '2030-01-01T09:00Z' }] },
  '/booking/:token/cancel': { forms: [{}] },
  '/api/bookings/hold': { forms: [{ type: 'consultation', time: booking.time, hold: booking.hold }] },
}
