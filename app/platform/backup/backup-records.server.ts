import { z } from 'zod'

import { defineSetting } from '#app/platform/settings/define-setting.server.ts'

const backupStatusSchema = z.object({
  last: z
    .object({
      at: z.number(),
      path: z.string(),
      bytes: z.number(),
      rows: z.number(),
      files: z.number(),
      uploads: z.enum(['included', 'elsewhere']),
      encrypted: z.boolean(),
      milliseconds: z.number(),
      /** The host name of the machine that wrote it. Instances may have separate backup folders. */
      host: z.string(),
    })
    .nullable(),
  /** The failure of the newest try; null if that succeeded. */
  failure: z.object({ at: z.number(), reason: z.string(), host: z.string() }).nullable(),
})

export const backupStatus = defineSetting({
  key: 'backup-status',
  schema: backupStatusSchema,
  defaults: { last: null, failure: null },
  audit: null,
})

const restoreTestSchema = z.object({
  last: z
    .object({
      at: z.number(),
      name: z.string(),
      takenAt: z.number(),
      rows: z.number(),
      newestInquiryAt: z.number().nullable(),
      milliseconds: z.number(),
    })
    .nullable(),
  /** The failure of the newest test; null if that succeeded. */
  failure: z
    .object({ at: z.number(), name: z.string().nullable(), reason: z.string(), host: z.string() })
    .nullable(),
  /** When each existing backup last passed, by name. */
  passed: z.record(z.string(), z.number()),
})

export type RestoreTestStatus = z.infer<typeof restoreTestSchema>

export const restoreTestStatus = defineSetting({
  key: 'restore-test-status',
  schema: restoreTestSchema,
  defaults: { last: null, failure: null, passed: {} },
  audit: null,
})

const restoreOutcomeSchema = z.object({
  at: z.number(),
  name: z.string(),
  /** Why nothing was restored; null if it was. */
  failure: z.string().nullable(),
  /** Further sentences for the owner. */
  notes: z.array(z.string()),
})

export type RestoreOutcome = z.infer<typeof restoreOutcomeSchema>

export const restoreOutcome = defineSetting({
  key: 'restore-outcome',
  schema: restoreOutcomeSchema.nullable(),
  defaults: null,
  audit: null,
})
