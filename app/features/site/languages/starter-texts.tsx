import { Form } from 'react-router'

import type { StarterLeft } from '#app/features/content/languages/translate-starter.job.server.ts'
import { englishNameOf } from '#app/lib/languages.ts'
import { Button } from '#app/ui/button.tsx'
import { FormFields } from '#app/ui/form-fields.tsx'

import { costText } from './translation-table.tsx'

type StarterTextsProps = {
  language: string
  left: Pick<StarterLeft, 'pages' | 'waiting'>
  /** Of translating what is left, in US dollars; null without a provider. */
  cost: number | null
}

const pagesOf = (ids: readonly string[]) => (ids.length === 1 ? '1 page' : `${ids.length} pages`)

/** What a site in another language still has of the starter's English, with the way to translate it. */
export function StarterTexts({ language, left: { pages, waiting }, cost }: StarterTextsProps) {
  if (pages.length + waiting.length === 0) return null
  return (
    <section
      aria-label="English texts of the starter"
      className="grid max-w-3xl gap-3 rounded-lg border border-line bg-raised px-4 py-3"
    >
      <h2 className="font-medium">English texts of the starter</h2>
      {pages.length > 0 ? (
        <p className="text-sm text-secondary">
          {pagesOf(pages)} still {pages.length === 1 ? 'has' : 'have'} English texts that came with the
          software. Rewrite them in {englishNameOf(language)}, or have them translated: pages become drafts,
          which you read and publish; menus change at once. {costText(cost)}
        </p>
      ) : null}
      {waiting.length > 0 ? (
        <p className="text-sm text-secondary">
          {pagesOf(waiting)} {waiting.length === 1 ? 'is' : 'are'} translated, and{' '}
          {waiting.length === 1 ? 'waits' : 'wait'} to be published.
        </p>
      ) : null}
      <Form method="post" className="flex flex-wrap gap-3">
        <FormFields>
          {pages.length > 0 ? (
            <Button
              type="submit"
              name="intent"
              value="translate-starter"
              tone="outline"
              disabled={cost === null}
            >
              Translate the starter’s texts
            </Button>
          ) : null}
          {waiting.length > 0 ? (
            <Button type="submit" name="intent" value="publish-starter" tone="solid">
              Publish the translated pages
            </Button>
          ) : null}
        </FormFields>
      </Form>
    </section>
  )
}
