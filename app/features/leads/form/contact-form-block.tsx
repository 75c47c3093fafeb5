import { fill } from '#app/lib/messages.ts'
import { Island } from '#app/ui/island.tsx'
import { useMessages } from '#app/ui/locale.tsx'

import { leadsMessages } from '../messages.ts'

import type { ContactFormData } from './contact-form-data.server.ts'
import { type ContactFormProps, COUNTRIES_ID } from './contact-form-props.ts'
import { ContactForm } from './contact-form.island.tsx'

type ContactFormBlockProps = Omit<ContactFormProps, 'texts' | 'consentAfter'> & { data: ContactFormData }

/** The contact form as a page places it, with the list of countries beside it. */
export function ContactFormBlock({ data, ...props }: ContactFormBlockProps) {
  const { form, toast } = useMessages(leadsMessages)
  return (
    <>
      <Island
        name="contact-form"
        of={ContactForm}
        when="intent"
        props={{
          ...props,
          texts: { form, toast },
          consentAfter: fill(form.consentAfter, { siteName: data.siteName }),
        }}
      />
      <datalist id={COUNTRIES_ID}>
        {data.countries.map(({ code, name, flag, dialCode }) => (
          <option key={code} value={name} data-code={code} label={`${flag} ${dialCode}`} />
        ))}
      </datalist>
    </>
  )
}
