import { type RefObject, useEffect, useState } from 'react'
import { Link, useRevalidator, useSubmit } from 'react-router'

import { nextText } from '#app/features/editing/next-text.ts'
import { SourceText } from '#app/features/editing/source-text.tsx'
import { directionOf, ownNameOf } from '#app/lib/languages.ts'
import { Button } from '#app/ui/button.tsx'

import { type Place, rangeOfBlock } from '../languages/post-texts.ts'
import type { PostLanguages } from '../languages/read-post-languages.server.ts'

type PostSourceProps = {
  languages: PostLanguages
  form: RefObject<HTMLFormElement | null>
  canTranslate: boolean
  onEdited: () => void
}

type Fields = Readonly<Record<'title' | 'excerpt' | 'imageAlt' | 'content', string>>

/** The texts of the post that this one is a translation of, with what has changed in them. */
export function PostSource({ languages, form, canTranslate, onEdited }: PostSourceProps) {
  const { sourceId, sourceTitle, sourceLanguage, texts, isPaired } = languages
  const submit = useSubmit()
  const isWaiting = useWaiting()
  const isOpen = texts.some(({ isOld, isSame }) => isOld || isSame)
  const act = (intent: string) => void submit({ intent }, { method: 'post' })

  function fill(fields: Fields): void {
    for (const [name, text] of Object.entries(fields)) {
      const field = fieldOf(form.current, name)
      if (!field) continue
      field.value = text
      field.dispatchEvent(new Event('input', { bubbles: true }))
    }
    onEdited()
  }

  const sourceOf = (place: Place) => {
    const found = texts.find((text) => text.place === place)
    return found ? found.source : ''
  }
  return (
    <section
      aria-label="Source"
      className="grid max-h-[75dvh] content-start gap-3 overflow-y-auto rounded-lg border border-line bg-raised p-4 xl:sticky xl:top-4"
    >
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="text-sm font-semibold">
          Source:{' '}
          <Link to={`/admin/blog/${sourceId}`} className="underline underline-offset-4">
            <bdi lang={sourceLanguage}>{sourceTitle}</bdi>
          </Link>{' '}
          <span className="font-normal text-muted">{ownNameOf(sourceLanguage)}</span>
        </h2>
        {isOpen ? (
          <Button
            tone="outline"
            size="sm"
            aria-keyshortcuts="F8"
            title="F8"
            onClick={() => goToNext(form.current, texts)}
          >
            Next missing text
          </Button>
        ) : null}
      </div>
      <div className="flex flex-wrap gap-2">
        {canTranslate && isOpen ? (
          <Button tone="outline" size="sm" disabled={isWaiting.is} onClick={() => isWaiting.begin()}>
            Translate what is missing
          </Button>
        ) : null}
        <Button
          tone="quiet"
          size="sm"
          onClick={() =>
            fill({
              title: sourceOf('title'),
              excerpt: sourceOf('excerpt'),
              imageAlt: sourceOf('imageAlt'),
              content: texts
                .filter(({ place }) => place.startsWith('content.'))
                .map(({ source }) => source)
                .join('\n\n'),
            })
          }
        >
          Copy the source
        </Button>
        <Button
          tone="quiet"
          size="sm"
          onClick={() => fill({ title: '', excerpt: '', imageAlt: '', content: '' })}
        >
          Empty the fields
        </Button>
        {texts.some(({ isOld }) => isOld) ? (
          <Button tone="quiet" size="sm" onClick={() => act('checked')}>
            All texts are up to date
          </Button>
        ) : null}
      </div>
      <p role="status" className="text-sm text-muted">
        {isWaiting.is ? 'Translating. The draft appears here.' : null}
      </p>
      {isPaired ? null : (
        <p className="text-sm text-muted">
          The translation has other paragraphs than its source had, so only what changed in the source is
          marked.
        </p>
      )}
      <dl lang={sourceLanguage} dir={directionOf(sourceLanguage)} className="grid gap-3 text-sm">
        {texts.map(({ place, ...text }) => (
          <SourceText key={place} {...text} onOpen={() => goTo(form.current, place)} />
        ))}
      </dl>
    </section>
  )
}

function fieldOf(form: HTMLFormElement | null, name: string) {
  const field = form?.elements.namedItem(name)
  return field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement ? field : null
}

function goTo(form: HTMLFormElement | null, place: Place): void {
  const [name = '', block] = place.split('.')
  const field = fieldOf(form, name)
  if (!field) return
  field.focus()
  const [start, end] =
    block === undefined ? [0, field.value.length] : rangeOfBlock(field.value, Number(block))
  field.setSelectionRange(start, end)
}

/** Where the last press went; the next one goes on from there. */
let last: Place | null = null

/** Goes to the next text that is missing, out of date or not translated. */
export function goToNext(form: HTMLFormElement | null, texts: PostLanguages['texts']): void {
  const next = nextText(texts, last)
  if (!next) return
  last = next.place
  goTo(form, next.place)
}

const EVERY_MS = 2500
const MOST_TRIES = 60

/** Asks for a translation, and loads the post anew until it has arrived; then the editor begins anew too. */
function useWaiting() {
  const [tries, setTries] = useState<number | null>(null)
  const submit = useSubmit()
  const { revalidate } = useRevalidator()
  useEffect(() => {
    if (tries === null) return undefined
    const timer = setTimeout(() => {
      void revalidate()
      setTries(tries < MOST_TRIES ? tries + 1 : null)
    }, EVERY_MS)
    return () => clearTimeout(timer)
  }, [tries, revalidate])
  return {
    is: tries !== null,
    begin: () => {
      void submit({ intent: 'translate' }, { method: 'post' })
      setTries(0)
    },
  }
}
