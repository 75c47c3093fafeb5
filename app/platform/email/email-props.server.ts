import { z } from 'zod'

import type { Ctx } from '#app/platform/context.server.ts'

import type { EmailTemplate } from './email-template.ts'

const sealedProps = z.object({ sealed: z.string() })

/** A mail's props as they are stored: JSON, and sealed where the mail is secret. */
export function storedProps<Props>(
  ctx: Pick<Ctx, 'vault'>,
  emailId: string,
  template: EmailTemplate<Props>,
  props: Props,
): string {
  const json = JSON.stringify(props)
  return template.isSecret ? JSON.stringify({ sealed: ctx.vault.seal(`email:${emailId}`, json) }) : json
}

/** The props of a stored mail. @throws {SealBroken} of a secret one under another secret. */
export function readProps<Props>(
  ctx: Pick<Ctx, 'vault'>,
  template: EmailTemplate<Props>,
  email: { id: string; props: string },
): Props {
  const stored: unknown = JSON.parse(email.props)
  if (!template.isSecret) return template.props.parse(stored)
  const json = ctx.vault.open(`email:${email.id}`, sealedProps.parse(stored).sealed)
  return template.props.parse(JSON.parse(json))
}
