import { useFetcher } from 'react-router'

import type { FormAnswer } from '#app/lib/form-answer.ts'
import { directionOf } from '#app/lib/languages.ts'
import { Button } from '#app/ui/button.tsx'
import { FormFields } from '#app/ui/form-fields.tsx'
import { englishNameOf } from '#app/lib/languages.ts'

import type { MessageTranslation } from './stored-translation.ts'

type ShowTranslationProps = {
  translation: MessageTranslation | null
  /** Whether an AI provider is connected. */
  canTranslate: boolean
  /** Id of a mail; without one, the inquiry or the whole conversation. */
  mail?: string
}

/** What a visitor wrote in the members' language, below the original, and the button that has it translated. */
export function ShowTranslation({ translation, canTranslate, mail = '' }: ShowTranslationProps) {
  return translation ? (
    <TranslatedText {...translation} />
  ) : canTranslate ? (
    <TranslateButton mail={mail} />
  ) : null
}

export function TranslateButton({ mail = '' }: { mail?: string }) {
  const fetcher = useFetcher<FormAnswer>()
  const isBusy = fetcher.state !== 'idle'
  return (
    <fetcher.Form method="post" className="flex flex-wrap items-center gap-x-3">
      <FormFields>
        <input type="hidden" name="intent" value="translate" />
        <input type="hidden" name="mail" value={mail} />
        <Button type="submit" tone="quiet" size="sm" disabled={isBusy} className="-ml-3">
          {isBusy ? 'Translating…' : 'Show translation'}
        </Button>
        {fetcher.data?.ok === false && !isBusy ? (
          <p role="alert" className="text-sm text-danger">
            {fetcher.data.error}
          </p>
        ) : null}
      </FormFields>
    </fetcher.Form>
  )
}

export function TranslatedText({ from, to, text }: MessageTranslation) {
  if (text === null)
    return <p className="text-sm text-muted">This is in {englishNameOf(from ?? to)} already.</p>
  return (
    <details open className="border-l-2 border-accent pl-3">
      <summary className="cursor-pointer text-sm text-muted">
        {from === null ? 'Translated' : `Translated from ${englishNameOf(from)}`}
      </summary>
      <p lang={to} dir={directionOf(to)} className="mt-1 whitespace-pre-wrap wrap-anywhere">
        {text}
      </p>
    </details>
  )
}
