import { exportTranslations } from '#app/features/content/translators/export-translations.server.ts'
import { unitStates } from '#app/features/content/translators/units.server.ts'
import { answer } from '#app/platform/http/answer.server.ts'
import { csvDownload, download } from '#app/platform/http/csv-download.server.ts'

import type { Route } from './+types/texts.route.ts'

/** Downloads the texts of a language for translators. */
export function loader({ context, params: { language }, request }: Route.LoaderArgs) {
  const query = new URL(request.url).searchParams
  const state = unitStates.find((each) => each === query.get('state')) ?? null
  const format = query.get('format') === 'csv' ? 'csv' : 'xliff'
  return answer(context, async (ctx) => {
    const parts = await exportTranslations(ctx, { language, state, format })
    const name = `texts-${language.toLowerCase()}${state === null ? '' : `-${state}`}`
    return format === 'csv'
      ? csvDownload(`${name}.csv`, parts)
      : download(`${name}.xlf`, 'application/xliff+xml', parts)
  })
}
