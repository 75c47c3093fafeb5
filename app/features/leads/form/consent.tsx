import { fieldControl } from '#app/ui/field.tsx'

import { HONEYPOT } from '../lead-fields.ts'
import type { LeadsMessages } from '../messages.en.ts'

type ConsentProps = {
  texts: LeadsMessages['form']
  /** The words after the link to the terms, with the site's name inserted. */
  after: string
  error: string | undefined
  /** Whether the browser enforces the checkbox. If false, the form has to. */
  required?: boolean
}

export function Consent({ texts, after, error, required = false }: ConsentProps) {
  return (
    <div className="grid gap-1.5 sm:col-span-2">
      <div className="flex items-start gap-3">
        <input
          {...fieldControl('contact-consent', error)}
          type="checkbox"
          name="consent"
          required={required}
          aria-required="true"
          className="mt-1 size-5 shrink-0 rounded-sm"
        />
        <label htmlFor="contact-consent" className="text-sm text-secondary">
          {texts.consentBefore}
          <a href="/terms" className="text-primary underline underline-offset-4">
            {texts.consentLink}
          </a>
          {after}
        </label>
      </div>
      {error ? (
        <p id="contact-consent-error" className="text-sm text-danger">
          {error}
        </p>
      ) : null}
    </div>
  )
}

/** A hidden field that only bots fill in. */
export function Honeypot({ label }: { label: string }) {
  return (
    <div aria-hidden="true" className="absolute -start-[9999px] size-px overflow-hidden">
      <label>
        {label}
        <input name={HONEYPOT} tabIndex={-1} autoComplete="off" />
      </label>
    </div>
  )
}
