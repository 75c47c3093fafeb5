import { defaultLocale } from '#app/lib/messages.ts'
import type { PageHandle } from '#app/platform/http/page-handle.ts'

import { type Country, listCountries } from './countries.server.ts'

export const handle: PageHandle = { shared: true }

export type ListedCountry = Pick<Country, 'code' | 'name' | 'dialCode'>

export function loader() {
  const countries: ListedCountry[] = listCountries(defaultLocale).map(({ code, name, dialCode }) => ({
    code,
    name,
    dialCode,
  }))
  return Response.json(countries, { headers: { 'cache-control': 'public, max-age=86400' } })
}
