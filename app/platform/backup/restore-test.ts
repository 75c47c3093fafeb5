import { z } from 'zod'

export const restoreTestOrderSchema = z.object({
  path: z.string(),
  passphrase: z.string().nullable(),
  /** A new folder, deleted afterwards. */
  scratch: z.string(),
})

export type RestoreTestOrder = z.infer<typeof restoreTestOrderSchema>

export const restoreTestAnswerSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('restored'),
    takenAt: z.number(),
    rows: z.number(),
    newestInquiryAt: z.number().nullable(),
    /** Allows the caller to verify the signature, because the program does not get the secret. */
    digest: z.string(),
    signature: z.string(),
  }),
  z.object({ kind: z.literal('refused'), reason: z.string() }),
])

export type RestoreTestAnswer = z.infer<typeof restoreTestAnswerSchema>
