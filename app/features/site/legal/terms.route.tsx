import { defaultLocale, type Messages } from '#app/lib/messages.ts'
import { useMessages } from '#app/ui/locale.tsx'
import { pageMeta } from '#app/ui/page-meta.ts'
import { useSite } from '#app/ui/use-site.ts'

import type { Route } from './+types/terms.route.ts'
import { LegalPage, type LegalTexts } from './legal-page.tsx'
import { termsEn } from './terms.en.ts'

const messages: Messages<LegalTexts> = { en: termsEn }

export function meta({ matches }: Route.MetaArgs) {
  const { metaTitle, metaDescription } = messages[defaultLocale]
  return pageMeta({ matches, title: metaTitle, description: metaDescription, path: '/terms' })
}

export default function TermsRoute() {
  return <LegalPage texts={useMessages(messages)} site={useSite()} />
}
