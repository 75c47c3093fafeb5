import { z } from 'zod'

import { defineEmail, type EmailSite } from '#app/platform/email/email-template.ts'
import { EmailButton, EmailLayout, EmailText } from '#app/ui/email-layout.tsx'

type Props = { token: string }

/** The link sets a new password, so the mail is stored sealed until it is sent. */
export const passwordResetEmail = defineEmail<Props>({
  name: 'password-reset',
  isSecret: true,
  props: z.object({ token: z.string() }),
  subject: (_props, site) => `Set a new password · ${site.siteName}`,
  Body: PasswordReset,
})

function PasswordReset({ site, token }: Props & { site: EmailSite }) {
  return (
    <EmailLayout preview="The link works once, for an hour." heading="Set a new password" site={site}>
      <EmailText>
        Someone, most likely you, asked for a new password for the admin of {site.siteName}. The link works
        once, for an hour.
      </EmailText>
      <EmailButton href={`${site.publicUrl}/admin/reset-password?token=${token}`}>
        Set a new password
      </EmailButton>
      <EmailText>If it was not you, ignore this mail: your password stays as it is.</EmailText>
    </EmailLayout>
  )
}
