import { z } from 'zod'

import { weekdays } from '#app/lib/business-hours.ts'
import { isEmailAddress } from '#app/lib/email-address.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { defineSetting } from '#app/platform/settings/define-setting.server.ts'
import { timeZoneSchema } from '#app/platform/settings/first-time-zone.server.ts'
import { listOf } from '#app/platform/settings/form-fields.ts'
import { PAGES_TOPIC } from '#app/platform/signals/signals.server.ts'

import { fieldsOfHours, hoursShape } from './hours-fields.ts'

const emailAddress = (sentence: string) => z.email(sentence).refine(isEmailAddress, sentence)

const NO_ADDRESS = 'Please enter an address that begins with https://.'
const pageAddress = z.url({ protocol: /^https?$/, hostname: z.regexes.domain })

/** If empty, the site shows no link. */
const webAddress = z
  .string(NO_ADDRESS)
  .trim()
  .refine((address) => address === '' || pageAddress.safeParse(address).success, NO_ADDRESS)

export const siteNameSchema = z
  .string()
  .trim()
  .min(1, 'Please enter the name.')
  .max(80, 'Please use at most 80 characters.')

const schema = z.object({
  siteName: siteNameSchema,
  contactEmail: emailAddress('Please enter an e-mail address.'),
  noticeEmails: listOf(
    z.array(emailAddress('Please enter e-mail addresses, one per line.')).max(10, 'Please list at most 10.'),
  ),
  socialLinkedin: webAddress,
  socialX: webAddress,
  socialInstagram: webAddress,
  timeZone: timeZoneSchema,
  /** Currency of the values of leads. */
  currency: z
    .string()
    .trim()
    .toUpperCase()
    .refine(
      (letters) => Intl.supportedValuesOf('currency').includes(letters),
      'Please enter a currency’s three letters, such as EUR.',
    )
    .default('USD'),
  ...hoursShape,
})

export type SiteSettings = z.infer<typeof schema>

/** Falls back to the environment's values, which are exported like stored ones. */
async function readIdentity(ctx: Ctx): Promise<SiteSettings> {
  const { noticeEmails, businessHours, ...site } = await ctx.site(ctx)
  return schema.parse({ ...site, noticeEmails: [...noticeEmails], ...fieldsOfHours(businessHours) })
}

/** How the business presents itself; null while the environment's values are used (site-identity.server.ts). */
export const siteSettings = defineSetting({
  key: 'site',
  schema: schema.nullable(),
  defaults: null,
  audit: 'settings.site',
  path: '/admin/settings',
  told: ['contactEmail', 'timeZone', 'currency'],
  onSaved: (ctx) => ctx.signals.publish(ctx, PAGES_TOPIC),
  exported: {
    file: 'site',
    without: ['noticeEmails', 'timeZone', 'currency', ...weekdays, 'closedOn'],
    read: readIdentity,
  },
})
