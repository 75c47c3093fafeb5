import { z } from 'zod'

import { defineEmail, type EmailSite } from '#app/platform/email/email-template.ts'
import { EmailField, EmailLayout, EmailText } from '#app/ui/email-layout.tsx'

import { modelWarningText } from './model-warning-text.ts'

const props = z.object({
  provider: z.string(),
  model: z.string(),
  reason: z.enum(['ends', 'ended', 'gone']),
  ends: z.string().nullable(),
  successor: z.string(),
})

type Props = z.infer<typeof props>

export const modelEndsEmail = defineEmail<Props>({
  name: 'model-ends',
  props,
  subject: ({ model, reason }) =>
    reason === 'ends'
      ? `The assistant’s model ${model} will be shut down soon`
      : `The assistant’s model ${model} is no longer offered`,
  Body: ModelEnds,
})

function ModelEnds({ site, ...warning }: Props & { site: EmailSite }) {
  const text = modelWarningText(warning)
  return (
    <EmailLayout preview={text} heading="The assistant needs another model" site={site}>
      <EmailText>{text}</EmailText>
      <EmailText>Until the model is changed, visitors may get no answers from the assistant.</EmailText>
      <EmailField label="Suggested model">{warning.successor}</EmailField>
      <EmailText>You can change it with one click in the admin, under API Configuration.</EmailText>
    </EmailLayout>
  )
}
