import { fill } from '#app/lib/messages.ts'
import { Island } from '#app/ui/island.tsx'
import { useTexts } from '#app/ui/locale.tsx'
import { useFrameData, useSite } from '#app/ui/use-site.ts'

import { leadsTexts } from '../messages.ts'
import { type Question, questionsFor } from '#app/lib/question.ts'

import { ContactForm, type ContactFormProps } from './contact-form.island.tsx'

type ContactFormBlockProps = Omit<ContactFormProps, 'texts' | 'consentAfter' | 'questions' | 'bookLabel'> & {
  siteName: string
}

export function ContactFormBlock({ siteName, serviceId, ...props }: ContactFormBlockProps) {
  const { form, toast, questions: texts } = useTexts(leadsTexts)
  const questions = useFrameData<{ questions: readonly Question[] }>()?.questions ?? []
  const { bookLabel } = useSite()
  const list = questionsFor(questions, serviceId)
  return (
    <Island
      name="contact-form"
      of={ContactForm}
      when="intent"
      props={{
        ...props,
        texts: { form, toast },
        consentAfter: fill(form.consentAfter, { siteName }),
        ...(bookLabel !== null && { bookLabel }),
        ...(list.length > 0 && { questions: { list, texts } }),
        ...(serviceId && questions.some(({ services }) => services.length > 0) && { serviceId }),
      }}
    />
  )
}
