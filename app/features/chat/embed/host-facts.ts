import { z } from 'zod'

const text = (most: number) => z.string().max(most)

/** What the frame's script says about the page around it. It comes from a browser, so `checkHost` checks all of it. */
export const hostFacts = z.strictObject({
  url: text(500).optional(),
  title: text(200).optional(),
  identity: z
    .strictObject({
      name: text(300).optional(),
      email: text(300).optional(),
      signature: text(300).optional(),
    })
    .optional(),
})

export type HostFacts = z.output<typeof hostFacts>
