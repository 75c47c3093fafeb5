import { publicTexts } from '#app/lib/messages.ts'

import { bookingsEn, type BookingsMessages } from './messages.en.ts'

export const bookingsTexts = publicTexts<BookingsMessages>('bookings', { en: bookingsEn })
