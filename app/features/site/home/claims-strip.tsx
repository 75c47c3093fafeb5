import { useMessages } from '#app/ui/locale.tsx'

import { siteMessages } from '../messages.ts'

export function ClaimsStrip() {
  const { claims } = useMessages(siteMessages).home
  return (
    <div className="border-y border-line bg-raised">
      <dl className="container-page grid grid-cols-2 lg:grid-cols-4">
        {claims.map(({ figure, text }) => (
          <div
            key={figure}
            className="flex flex-col-reverse justify-end gap-1 border-line py-8 pr-4 pl-4 first:pl-0 odd:pl-0 not-first:lg:border-l lg:odd:pl-8 lg:first:pl-0 lg:not-first:pl-8"
          >
            <dt className="text-sm text-secondary">{text}</dt>
            <dd className="font-display text-3xl font-semibold tracking-tight md:text-4xl">{figure}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
