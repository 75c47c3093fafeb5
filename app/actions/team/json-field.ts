import { z } from 'zod'

export function jsonField<Schema extends z.ZodType>(schema: Schema) {
  return z.string().transform((text, context): z.output<Schema> => {
    const parsed = schema.safeParse(parse(text))
    if (parsed.success) return parsed.data
    context.addIssue({ code: 'custom', message: 'This cannot be read.' })
    return z.NEVER
  })
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
