import { z } from 'zod'

export const analyticsSettingsSchema = z.object({
  retentionDays: z.coerce
    .number('Please enter a number of days.')
    .int('Please enter whole days.')
    .min(7, 'Please keep them for at least 7 days.')
    .max(730, 'Please keep them for at most 730 days.'),
  honourPrivacy: z.boolean(),
  weeklyMail: z.boolean().default(true),
})

export type AnalyticsSettings = z.infer<typeof analyticsSettingsSchema>

export const defaultAnalyticsSettings: AnalyticsSettings = {
  retentionDays: 90,
  honourPrivacy: true,
  weeklyMail: true,
}
