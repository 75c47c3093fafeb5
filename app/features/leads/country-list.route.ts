import { answer } from '#app/platform/http/answer.server.ts'
import type { PageHandle } from '#app/platform/http/page-handle.ts'

import type { Route } from './+types/country-list.route.ts'
import { type Country, listCountries } from './countries.server.ts'

export const handle: PageHandle = { shared: true }

export type ListedCountry = Pick<Country, 'code' | 'name' | 'dialCode'>

export function loader({ context }: Route.LoaderArgs) {
  return answer(context, async (ctx) => {
    const { language } = await ctx.site(ctx)
    const countries: ListedCountry[] = listCountries(language).map(({ code, name, dialCode }) => ({
      code,
      name,
      dialCode,
    }))
    return Response.json(countries, { headers: { 'cache-control': 'public, max-age=86400' } })
  })
}
