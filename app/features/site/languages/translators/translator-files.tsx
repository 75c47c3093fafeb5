import { Form } from 'react-router'

import { MAX_TRANSLATION_BYTES } from '#app/features/content/translators/translation-file.ts'
import { ownNameOf } from '#app/lib/languages.ts'
import { Button } from '#app/ui/button.tsx'
import { FileField } from '#app/ui/file-field.tsx'
import { FormFields } from '#app/ui/form-fields.tsx'

const downloads = [
  { state: '', name: 'All texts' },
  { state: 'missing', name: 'Missing' },
  { state: 'outdated', name: 'Out of date' },
  { state: 'draft', name: 'Drafts' },
] as const

/** Files for translators, out and in. */
export function TranslatorFiles({ language, error }: { language: string; error?: string | undefined }) {
  const name = ownNameOf(language)
  return (
    <section
      aria-labelledby="translators-title"
      className="grid max-w-3xl gap-4 rounded-lg border border-line bg-raised p-5"
    >
      <h2 id="translators-title" className="text-heading">
        Files for translators
      </h2>
      <dl className="grid gap-2 text-sm sm:grid-cols-[8rem_1fr]">
        {downloads.map(({ state, name: title }) => (
          <div key={state} className="contents">
            <dt className="text-secondary">{title}</dt>
            <dd className="flex gap-4">
              {(['xliff', 'csv'] as const).map((format) => (
                <a
                  key={format}
                  href={`/admin/languages/${language}/texts?format=${format}${state === '' ? '' : `&state=${state}`}`}
                  download
                  aria-label={`${title}, ${format.toUpperCase()}`}
                  className="underline underline-offset-4"
                >
                  {format === 'xliff' ? 'XLIFF 2.1' : 'CSV'}
                </a>
              ))}
            </dd>
          </div>
        ))}
      </dl>
      <Form
        method="post"
        action="/admin/languages/import"
        encType="multipart/form-data"
        aria-label="Import translations"
        className="grid gap-4"
      >
        <FormFields>
          <input type="hidden" name="language" value={language} />
          <FileField
            id="translations-file"
            name="file"
            label={`Translations into ${name}`}
            accept=".xlf,.xliff,.xml,.csv,.tsv,.txt"
            maxBytes={MAX_TRANSLATION_BYTES}
            required
            error={error}
            hint="XLIFF 1.2, 2.0 or 2.1, or CSV. You see what would change before anything does."
          />
          <Button type="submit" tone="outline" className="justify-self-start">
            Upload and compare
          </Button>
        </FormFields>
      </Form>
    </section>
  )
}
