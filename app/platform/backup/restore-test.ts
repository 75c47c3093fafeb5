import { z } from 'zod'

/** What the program that restores a backup on trial is told. */
export const restoreTestOrderSchema = z.object({
  path: z.string(),
  passphrase: z.string().nullable(),
  /** A folder that is not there yet and is gone afterwards. */
  scratch: z.string(),
})

export type RestoreTestOrder = z.infer<typeof restoreTestOrderSchema>

export const restoreTestAnswerSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('restored'),
    takenAt: z.number(),
    rows: z.number(),
    /** Null where there is none. */
    newestInquiryAt: z.number().nullable(),
    /** For whoever has the secret, which the program is not given: what proves that the file is ours. */
    digest: z.string(),
    signature: z.string(),
  }),
  z.object({ kind: z.literal('refused'), reason: z.string() }),
])

export type RestoreTestAnswer = z.infer<typeof restoreTestAnswerSchema>
