import { useNavigate, useSubmit } from 'react-router'

import { Field } from '#app/ui/field.tsx'
import { Select } from '#app/ui/select.tsx'

import type { PostLanguages } from '../languages/read-post-languages.server.ts'
import { postLanguages } from '../post-languages.ts'

type LanguageSwitchProps = { languages: PostLanguages; stored: string }

/** Opens the post in another language of the site, and begins a version that is missing. */
export function LanguageSwitch({ languages: { language, versions, sourceId }, stored }: LanguageSwitchProps) {
  const navigate = useNavigate()
  const submit = useSubmit()
  const isAlone = versions.filter(({ id }) => id !== null).length === 1
  return (
    <>
      <Field
        id="post-language"
        label="Language"
        hint="A missing one begins as a draft with the source’s texts."
      >
        <Select
          id="post-language"
          aria-describedby="post-language-hint"
          value={language}
          onChange={(event) => {
            // It is no field of the post, so it must not trigger autosave.
            event.stopPropagation()
            const tag = event.currentTarget.value
            const id = versions.find((each) => each.tag === tag)?.id
            if (id) void navigate(`/admin/blog/${id}`)
            else
              void submit(
                { intent: 'version', language: tag },
                { method: 'post', action: `/admin/blog/${sourceId}` },
              )
          }}
        >
          {versions.map(({ tag, name, state }) => (
            <option key={tag} value={tag} lang={tag}>
              {name} ({state})
            </option>
          ))}
        </Select>
      </Field>
      {isAlone ? (
        <Field id="post-written" label="Written in">
          <Select id="post-written" name="language" defaultValue={stored}>
            <option value="">The site’s main one</option>
            {versions
              .filter(({ tag }) => !postLanguages.some(({ code }) => code === tag))
              .map(({ tag, name }) => (
                <option key={tag} value={tag} lang={tag}>
                  {name}
                </option>
              ))}
            {postLanguages.map(({ code, name }) => (
              <option key={code} value={code} lang={code}>
                {name}
              </option>
            ))}
          </Select>
        </Field>
      ) : (
        <input type="hidden" name="language" value={stored} />
      )}
    </>
  )
}
