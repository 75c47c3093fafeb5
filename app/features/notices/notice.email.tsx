import { z } from 'zod'

import { defineEmail, type EmailSite } from '#app/platform/email/email-template.ts'
import { EmailButton, EmailLayout, EmailText } from '#app/ui/email-layout.tsx'

const props = z.object({ title: z.string(), text: z.string(), path: z.string() })

type Props = z.infer<typeof props>

export const noticeEmail = defineEmail<Props>({
  name: 'notice',
  props,
  subject: ({ title }) => title.replaceAll(/\s+/g, ' ').slice(0, 150),
  Body: Notice,
})

function Notice({ site, title, text, path }: Props & { site: EmailSite }) {
  return (
    <EmailLayout preview={text} heading={title} site={site}>
      {text.split(/\n+/).map((line, index) => (
        <EmailText key={index}>{line}</EmailText>
      ))}
      <EmailButton href={`${site.publicUrl}${path}`}>Open</EmailButton>
      <EmailText>{`Choose what you are notified of, and how: ${site.publicUrl}/admin/account/notifications`}</EmailText>
    </EmailLayout>
  )
}
