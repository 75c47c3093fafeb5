import { z } from 'zod'

import { defineEmail, type EmailSite } from '#app/platform/email/email-template.ts'
import { roles } from '#app/platform/permissions.ts'
import { EmailButton, EmailField, EmailLayout, EmailText } from '#app/ui/email-layout.tsx'

import { roleNames } from './role-names.ts'

const props = z.object({
  token: z.string(),
  /** Name or e-mail address of the inviting member. */
  by: z.string(),
  role: z.enum(roles),
})

type Props = z.infer<typeof props>

/** The link creates an account, so the mail is stored sealed until it is sent. */
export const invitationEmail = defineEmail<Props>({
  name: 'invitation',
  isSecret: true,
  props,
  subject: (_props, site) => `Invitation to the team · ${site.siteName}`,
  Body: Invitation,
})

function Invitation({ site, token, by, role }: Props & { site: EmailSite }) {
  return (
    <EmailLayout preview="The link works once, for seven days." heading="Join the team" site={site}>
      <EmailText>
        {by} invites you to the admin of {site.siteName}. The link lets you set a name and a password. It
        works once, for seven days.
      </EmailText>
      <EmailField label="Role">{roleNames[role].name}</EmailField>
      <EmailButton href={`${site.publicUrl}/admin/invitation?token=${token}`}>
        Accept the invitation
      </EmailButton>
      <EmailText>
        If you do not expect this, you can ignore this mail. Nothing happens unless you accept.
      </EmailText>
    </EmailLayout>
  )
}
