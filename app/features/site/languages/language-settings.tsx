import { Form, Link } from 'react-router'

import { englishNameOf, ownNameOf } from '#app/lib/languages.ts'
import { Button } from '#app/ui/button.tsx'
import { Field, fieldControl } from '#app/ui/field.tsx'
import { FormFields } from '#app/ui/form-fields.tsx'
import { Select } from '#app/ui/select.tsx'
import { TextArea } from '#app/ui/text-area.tsx'

type Language = { tag: string; isHidden: boolean; address: string; glossary: string }

type LanguageSettingsProps = {
  languages: readonly Language[]
  /** Tags of languages that can be added. */
  addable: readonly string[]
  error: string | undefined
}

/** The languages of the site in their order, and the form that adds one. */
export function LanguageSettings({ languages, addable, error }: LanguageSettingsProps) {
  return (
    <div className="grid max-w-3xl gap-4">
      {languages.length === 0 ? null : (
        <ul
          aria-label="Languages of the site"
          className="divide-y divide-line rounded-lg border border-line bg-raised"
        >
          {languages.map((language, at) => (
            <li key={language.tag} className="grid gap-2 px-4 py-2">
              <LanguageRow language={language} isFirst={at === 0} />
            </li>
          ))}
        </ul>
      )}
      <Form method="post" aria-label="Add a language" className="flex flex-wrap items-end gap-3">
        <FormFields>
          <Field id="language" label="Language" error={error} className="min-w-56">
            <Select {...fieldControl('language', error)} name="language">
              {addable.map((tag) => (
                <option key={tag} value={tag}>
                  {labelOf(tag)}
                </option>
              ))}
            </Select>
          </Field>
          <Button type="submit" name="intent" value="add" tone={languages.length === 0 ? 'solid' : 'outline'}>
            Add language
          </Button>
        </FormFields>
      </Form>
    </div>
  )
}

function LanguageRow({ language, isFirst }: { language: Language; isFirst: boolean }) {
  const { tag, isHidden, address, glossary } = language
  const name = ownNameOf(tag)
  const id = `manner-${tag}`
  return (
    <>
      <Form method="post" className="flex flex-wrap items-center gap-2">
        <FormFields>
          <input type="hidden" name="language" value={tag} />
          <span className="min-w-0 flex-1">
            <bdi lang={tag} className="font-medium">
              {name}
            </bdi>{' '}
            <span className="text-sm text-muted">
              {tag}
              {isHidden ? ', hidden from visitors' : null}
            </span>
          </span>
          {isFirst ? null : (
            <Button
              type="submit"
              name="intent"
              value="move"
              tone="quiet"
              size="sm"
              aria-label={`Move ${name} up`}
            >
              Up
            </Button>
          )}
          <Button
            type="submit"
            name="intent"
            value="switch"
            tone="quiet"
            size="sm"
            aria-label={`${isHidden ? 'Show' : 'Hide'} ${name}`}
          >
            {isHidden ? 'Show' : 'Hide'}
          </Button>
          <Button
            type="submit"
            name="intent"
            value="remove"
            tone="quiet"
            size="sm"
            aria-label={`Remove ${name}`}
          >
            Remove
          </Button>
        </FormFields>
      </Form>
      {isHidden ? null : (
        <Link
          to={`/admin/languages/${tag}/main`}
          className="justify-self-start text-sm underline underline-offset-4"
        >
          Make {name} the main language
        </Link>
      )}
      <details>
        <summary className="cursor-pointer text-sm text-secondary">How {name} is translated</summary>
        <Form method="post" className="grid gap-4 py-3 sm:grid-cols-[14rem_1fr]">
          <FormFields>
            <input type="hidden" name="language" value={tag} />
            <Field id={`${id}-address`} label="Form of address">
              <Select {...fieldControl(`${id}-address`)} name="address" defaultValue={address}>
                <option value="formal">Formal</option>
                <option value="informal">Informal</option>
              </Select>
            </Field>
            <Field
              id={`${id}-glossary`}
              label="Glossary"
              hint="One entry a line: a word that stays as it is, or word = translation."
            >
              <TextArea
                {...fieldControl(`${id}-glossary`, undefined, 'hint')}
                name="glossary"
                rows={3}
                defaultValue={glossary}
              />
            </Field>
            <div>
              <Button type="submit" name="intent" value="manner" tone="outline" size="sm">
                Save
              </Button>
            </div>
          </FormFields>
        </Form>
      </details>
    </>
  )
}

function labelOf(tag: string): string {
  const english = englishNameOf(tag)
  const own = ownNameOf(tag)
  return own === english ? own : `${english} (${own})`
}
