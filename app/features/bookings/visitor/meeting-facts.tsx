import { fill } from '#app/lib/messages.ts'
import { Clock, MessageSquareText, PhoneCall, Users } from '#app/ui/icons.tsx'
import { useLocale, useTexts } from '#app/ui/locale.tsx'
import { useSite } from '#app/ui/use-site.ts'

import { bookingsTexts } from '../messages.ts'
import type { PublicMeeting } from '../types/meeting-type.ts'

/** How long it takes, who will be there, how it is held and what it is about. */
export function MeetingFacts({ type, hosts }: { type: PublicMeeting; hosts: readonly string[] }) {
  const { page } = useTexts(bookingsTexts)
  const language = useLocale()
  const { siteName } = useSite()
  const names = new Intl.ListFormat(language, { type: 'disjunction' }).format(hosts)
  const facts = [
    { icon: Clock, text: fill(page.minutes, { minutes: type.length }) },
    { icon: Users, text: fill(page.with, { names: names || siteName }) },
    { icon: PhoneCall, text: type.place || (type.isOnline ? page.online : page.agreed) },
    ...(type.isStarter ? [{ icon: MessageSquareText, text: page.about }] : []),
  ]
  return (
    <ul className="mt-6 grid gap-x-8 gap-y-3 text-secondary sm:grid-cols-2">
      {facts.map(({ icon: Icon, text }) => (
        <li key={text} className="flex items-start gap-3">
          <Icon aria-hidden className="mt-1 size-4 shrink-0 text-accent" />
          <span className="wrap-anywhere">{text}</span>
        </li>
      ))}
    </ul>
  )
}
