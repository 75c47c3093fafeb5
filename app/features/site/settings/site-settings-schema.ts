import { z } from 'zod'

const webAddress = z.url({
  protocol: /^https?$/,
  hostname: z.regexes.domain,
  error: 'Please enter an address that begins with https://.',
})

/** What the owner can change of how the business shows itself. */
export const siteSettingsSchema = z.object({
  siteName: z.string().trim().min(1, 'Please enter the name.').max(80, 'Please use at most 80 characters.'),
  contactEmail: z.email('Please enter an e-mail address.'),
  noticeEmails: z.array(z.email('Please enter e-mail addresses, one a line.')).max(10),
  socialLinkedin: webAddress,
  socialX: webAddress,
  socialInstagram: webAddress,
  timeZone: z
    .string()
    .refine(
      (zone) => zone === 'UTC' || Intl.supportedValuesOf('timeZone').includes(zone),
      'Please choose a time zone.',
    ),
})

export type SiteSettings = z.infer<typeof siteSettingsSchema>
