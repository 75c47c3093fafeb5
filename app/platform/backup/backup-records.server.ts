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
      /** The machine that wrote it: of several instances each has a folder of its own unless one is shared. */
      host: z.string(),
    })
    .nullable(),
  /** Of the newest try; null once one succeeded. */
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
  /** Of the newest test; null once one succeeded. */
  failure: z
    .object({ at: z.number(), name: z.string().nullable(), reason: z.string(), host: z.string() })
    .nullable(),
  /** When each backup that is still there passed. */
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
  /** Why nothing was restored; null where it was. */
  failure: z.string().nullable(),
  /** What the owner is to know of it besides. */
  notes: z.array(z.string()),
})

export type RestoreOutcome = z.infer<typeof restoreOutcomeSchema>

/** What came of the restore that the owner asked for last. */
export const restoreOutcome = defineSetting({
  key: 'restore-outcome',
  schema: restoreOutcomeSchema.nullable(),
  defaults: null,
  audit: null,
})
