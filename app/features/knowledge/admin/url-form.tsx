import { Button } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/field.tsx'
import { Spinner } from '#app/ui/spinner.tsx'

import { useAddForm } from './use-add-form.ts'

type UrlFormProps = { errors: Readonly<Record<string, string>>; onAdded: (id: string) => void }

/** Scraping nothing does nothing (§4): no request and no complaint. */
export function UrlForm({ errors: errorsBefore, onAdded }: UrlFormProps) {
  const { fetcher, form, errors = errorsBefore, isBusy } = useAddForm(onAdded)
  return (
    <fetcher.Form
      ref={form}
      method="post"
      action="/admin/knowledge?tab=url"
      aria-label="URL"
      noValidate
      onSubmit={(event) => {
        const url = new FormData(event.currentTarget).get('url')
        if (typeof url !== 'string' || url.trim() === '') event.preventDefault()
      }}
      className="grid gap-5"
    >
      <input type="hidden" name="intent" value="url" />
      <TextField
        id="url"
        name="url"
        // A text field to the keyboard of phones and to screen readers alike; the server says what is no address.
        type="text"
        inputMode="url"
        label="URL"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        placeholder="https://"
        hint="One public page. Its text is read now; read it again when it has changed."
        error={errors['url']}
      />
      <div>
        <Button type="submit" tone="solid" disabled={isBusy}>
          {isBusy ? <Spinner /> : null}
          Scrape
        </Button>
      </div>
    </fetcher.Form>
  )
}
