import { useEffect, useRef } from 'react'
import { useNavigate, useSubmit } from 'react-router'

import { asksForNext, nextText } from '#app/features/editing/next-text.ts'
import { SourceText } from '#app/features/editing/source-text.tsx'
import { Button } from '#app/ui/button.tsx'
import { Field } from '#app/ui/field.tsx'
import { Select } from '#app/ui/select.tsx'

import type { PageLanguages } from './read-languages.server.ts'

type PageLanguagesFieldsProps = PageLanguages & {
  /** Id of the chosen block; its texts are shown, and those of the page itself. */
  chosen: string | null
  onPlace: (place: string) => void
}

/** Chooses the language in which a page is edited, and shows the main language's texts beside those of a version. */
export function PageLanguagesFields({
  id,
  sourceId,
  language,
  versions,
  texts,
  chosen,
  onPlace,
}: PageLanguagesFieldsProps) {
  const navigate = useNavigate()
  const submit = useSubmit()
  const open = (tag: string) => {
    const version = versions.find((each) => each.tag === tag)
    if (version?.id) void navigate(`/admin/pages/${version.id}`)
    else
      void submit(
        { intent: 'version', id: sourceId, language: tag },
        { method: 'post', action: '/admin/languages' },
      )
  }
  const go = (place: string) =>
    place.includes('/') ? onPlace(place) : void navigate(`/admin/pages/${id}/details`)
  const shown = texts.filter(({ place }) => !place.includes('/') || place.startsWith(`${chosen}/`))
  const last = useRef<string | null>(null)
  const goToNext = () => {
    const next = nextText(texts, last.current)
    if (!next) return
    last.current = next.place
    go(next.place)
  }
  const isOpen = nextText(texts, null) !== null
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!asksForNext(event)) return
      event.preventDefault()
      goToNext()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  })
  return (
    <div className="grid gap-4 border-b border-line p-4">
      <Field id="page-language" label="Language">
        <Select
          id="page-language"
          value={language}
          onChange={({ currentTarget }) => open(currentTarget.value)}
        >
          {versions.map(({ tag, name, id: version }) => (
            <option key={tag} value={tag}>
              {name}
              {version === null ? ' (missing)' : null}
            </option>
          ))}
        </Select>
      </Field>
      {texts.length === 0 ? null : (
        <section aria-label="Source" className="grid gap-3">
          <div className="flex items-center justify-between gap-3">
            <h2 className="text-sm font-semibold">Source</h2>
            {isOpen ? (
              <Button tone="outline" size="sm" aria-keyshortcuts="F8" title="F8" onClick={() => goToNext()}>
                Next missing text
              </Button>
            ) : null}
          </div>
          <dl className="grid max-h-72 gap-3 overflow-y-auto text-sm">
            {shown.map(({ place, ...text }) => (
              <SourceText key={place} {...text} onOpen={() => go(place)} />
            ))}
          </dl>
          {isOpen ? (
            <Button
              tone="quiet"
              size="sm"
              onClick={() => void submit({ intent: 'checked', id }, { method: 'post' })}
            >
              All texts are up to date
            </Button>
          ) : null}
        </section>
      )}
    </div>
  )
}
