import { z } from 'zod'

import { fill } from '#app/lib/messages.ts'
import { defineEmail, type EmailSite, wordedFor } from '#app/platform/email/email-template.ts'
import { EmailButton, EmailField, EmailLayout, EmailText } from '#app/ui/email-layout.tsx'

import { describeMeeting, shortMeeting } from '../meeting-time.ts'
import { bookingsTexts } from '../messages.ts'
import { writeInvitation } from './invitation.ts'

const props = z.object({
  change: z.enum(['booked', 'moved', 'cancelled', 'reminder']),
  bookingId: z.string(),
  /** Base URL of the pages that move and cancel the booking. */
  link: z.string(),
  sequence: z.number(),
  type: z.string(),
  location: z.string(),
  from: z.number(),
  to: z.number(),
  timeZone: z.string(),
  name: z.string(),
  email: z.string(),
  organizer: z.string(),
  at: z.number(),
})

export type BookingEmail = z.infer<typeof props>

/**
 * Mail to the guest. Like the receipt of an inquiry it repeats only the guest's name, because anyone can enter another
 * person's address.
 */
export const bookingEmail = defineEmail<BookingEmail>({
  name: 'booking',
  props,
  isSecret: true,
  isWorded: true,
  subject: ({ change, type, from, timeZone }, site) =>
    fill(textsOf(site)[change], { type, at: shortMeeting(from, timeZone, site.language) }),
  Body: BookingBody,
  calendar(booking, site) {
    if (booking.change === 'reminder') return null
    const method = booking.change === 'cancelled' ? 'CANCEL' : 'REQUEST'
    const content = writeInvitation({
      method,
      uid: uidOf(booking.bookingId, site.publicUrl),
      sequence: booking.sequence,
      summary: `${booking.type} · ${site.siteName}`,
      location: booking.location,
      description: method === 'CANCEL' ? '' : booking.link,
      from: booking.from,
      to: booking.to,
      organizer: { name: site.siteName, email: booking.organizer },
      attendee: booking.email,
      stamp: booking.at,
    })
    return { method, content }
  },
})

export function uidOf(bookingId: string, publicUrl: string): string {
  return `${bookingId}@${new URL(publicUrl).hostname}`
}

function textsOf(site: EmailSite) {
  return wordedFor(site, bookingsTexts).mail
}

function BookingBody({ site, ...booking }: BookingEmail & { site: EmailSite }) {
  const { change, type, location, from, to, timeZone, link } = booking
  const texts = textsOf(site)
  const { manage } = wordedFor(site, bookingsTexts)
  const at = describeMeeting(from, to, timeZone, site.language)
  const name = isName(booking.name) ? booking.name : ''
  return (
    <EmailLayout preview={`${type}, ${at}`} heading={texts[`${change}Heading`]} site={site}>
      <EmailText>{name ? fill(texts.hello, { name }) : texts.helloNobody}</EmailText>
      <EmailText>{texts[`${change}1`]}</EmailText>
      <EmailField label={texts.what}>{type}</EmailField>
      <EmailField label={texts.when}>{at}</EmailField>
      {location && change !== 'cancelled' ? <EmailField label={texts.where}>{location}</EmailField> : null}
      {change === 'cancelled' ? null : (
        <>
          <EmailButton href={`${link}/move`}>{manage.move}</EmailButton>
          <EmailButton href={`${link}/cancel`}>{manage.cancel}</EmailButton>
        </>
      )}
      <EmailText>{texts.stranger}</EmailText>
      <EmailText>{fill(texts.signature, { siteName: site.siteName })}</EmailText>
    </EmailLayout>
  )
}

/** Rejects names that could contain an address or a link. */
function isName(name: string): boolean {
  return /^[\p{L}\p{M}'’. -]{1,60}$/u.test(name) && !/\.\S/.test(name)
}
