import { Field, fieldControl, useTyped } from '#app/ui/field.tsx'
import { Select } from '#app/ui/select.tsx'

import { isPostLanguage, postLanguages } from '../post-languages.ts'

/** Selects a post's language. Keeps an unlisted code, so that its error message makes sense. */
export function LanguageField({ defaultValue, error }: { defaultValue: string; error: string | undefined }) {
  const typed = useTyped('language', defaultValue)
  return (
    <Field
      id="post-language"
      label="Language"
      error={error}
      hint="Tells browsers, screen readers and search engines the language. Arabic and Hebrew are shown from right to left."
    >
      <Select {...fieldControl('post-language', error, 'hint')} name="language" defaultValue={typed}>
        <option value="">The site’s language</option>
        {typed === '' || isPostLanguage(typed) ? null : <option value={typed}>{typed}</option>}
        {postLanguages.map(({ code, name }) => (
          <option key={code} value={code} lang={code}>
            {name}
          </option>
        ))}
      </Select>
    </Field>
  )
}
