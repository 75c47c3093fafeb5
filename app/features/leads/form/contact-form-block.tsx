import { fill } from '#app/lib/messages.ts'
import { Island } from '#app/ui/island.tsx'
import { useTexts } from '#app/ui/locale.tsx'

import { leadsTexts } from '../messages.ts'

import { ContactForm, type ContactFormProps } from './contact-form.island.tsx'

type ContactFormBlockProps = Omit<ContactFormProps, 'texts' | 'consentAfter'> & { siteName: string }

export function ContactFormBlock({ siteName, ...props }: ContactFormBlockProps) {
  const { form, toast } = useTexts(leadsTexts)
  return (
    <Island
      name="contact-form"
      of={ContactForm}
      when="intent"
      props={{ ...props, texts: { form, toast }, consentAfter: fill(form.consentAfter, { siteName }) }}
    />
  )
}
