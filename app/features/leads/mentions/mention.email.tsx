import { z } from 'zod'

import { defineEmail, type EmailSite } from '#app/platform/email/email-template.ts'
import { EmailButton, EmailLayout, EmailText } from '#app/ui/email-layout.tsx'

const props = z.object({ by: z.string(), path: z.string() })

type Props = z.infer<typeof props>

/** Tells a member that a note names them. What the note says about a person stays in the admin. */
export const mentionEmail = defineEmail<Props>({
  name: 'mention',
  props,
  subject: ({ by }) => `${by} mentioned you in a note`,
  Body: Mention,
})

function Mention({ site, by, path }: Props & { site: EmailSite }) {
  const heading = `${by} mentioned you in a note`
  return (
    <EmailLayout preview={heading} heading={heading} site={site}>
      <EmailText>It waits for you under Today until you mark it as done.</EmailText>
      <EmailButton href={`${site.publicUrl}${path}`}>Open the note</EmailButton>
    </EmailLayout>
  )
}
