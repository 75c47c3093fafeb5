import { z } from 'zod'

import { defineEmail, type EmailSite } from '#app/platform/email/email-template.ts'
import { EmailField, EmailLayout, EmailText } from '#app/ui/email-layout.tsx'

const headings = {
  'password-changed': 'Your password was changed',
  'password-reset': 'Your password was reset',
  'two-factor-on': 'Two-factor sign-in is on',
  'two-factor-off': 'Two-factor sign-in is off',
  'recovery-codes-new': 'Your recovery codes were replaced',
  'recovery-code-used': 'A recovery code was used',
  'passkey-added': 'A passkey was added',
  'passkey-removed': 'A passkey was removed',
  'app-connected': 'An app was connected',
} as const

export type AccountChange = keyof typeof headings

const told: Record<AccountChange, string> = {
  'password-changed': 'It was changed in the admin. Every other session was ended.',
  'password-reset':
    'It was reset by the link in a mail. Every session, connected app and API token was ended, and so was the address of your calendar.',
  'two-factor-on':
    'Signing in now also asks for a code from your authenticator app. Every other session was ended.',
  'two-factor-off': 'Signing in now asks only for the password. Every other session was ended.',
  'recovery-codes-new': 'The previous codes no longer work. Every other session was ended.',
  'recovery-code-used': 'It was used instead of a code from your authenticator app and cannot be used again.',
  'passkey-added': 'It was added under Account. Anyone who has it can sign in without your password.',
  'passkey-removed':
    'It was removed under Account and can no longer be used to sign in. Every other session was ended.',
  'app-connected':
    'It can do for you what you allowed. It is listed under Account, where you can disconnect it.',
}

const props = z.object({
  change: z.enum(Object.keys(headings) as [AccountChange, ...AccountChange[]]),
  /** The time of the change, in the site's time zone. */
  at: z.string(),
  codesLeft: z.number().optional(),
})

type Props = z.infer<typeof props>

/** Tells the member about a change to the account or to how one signs in. */
export const accountNoticeEmail = defineEmail<Props>({
  name: 'account-notice',
  props,
  subject: ({ change }, site) => `${headings[change]} · ${site.siteName}`,
  Body: AccountNotice,
})

function AccountNotice({ site, change, at, codesLeft }: Props & { site: EmailSite }) {
  return (
    <EmailLayout preview={told[change]} heading={headings[change]} site={site}>
      <EmailText>{told[change]}</EmailText>
      <EmailField label="When">{at}</EmailField>
      {codesLeft === undefined ? null : <EmailField label="Recovery codes left">{codesLeft}</EmailField>}
      <EmailText>
        If this was not you, set a new password at once: use “Forgot password?” at {site.publicUrl}
        /admin/login, or run npm run owner:reset on the server.
      </EmailText>
    </EmailLayout>
  )
}
