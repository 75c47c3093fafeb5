import { defaultLocale } from '#app/lib/messages.ts'
import { HOUR } from '#app/platform/clock.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { AppError } from '#app/platform/errors.ts'
import { newId } from '#app/platform/ids.server.ts'

import { leadsMessages } from './messages.ts'

const PURPOSE = 'contact-form'
const MAX_AGE = 24 * HOUR
const { errors: texts } = leadsMessages[defaultLocale]

export type FormToken = { key: string; issuedAt: number }

/**
 * What a form asks for when it wakes: a key that is good for one inquiry and the time, signed, so that a sending shows
 * how long the form was open and a second sending of it is known. Nothing of it is stored.
 */
export function issueFormToken(ctx: Ctx): string {
  const text = `${newId()}.${ctx.clock.now().toString(36)}`
  return `${text}.${ctx.signer.sign(PURPOSE, text)}`
}

/** @throws {AppError} invalid when it is not ours, expired when it is older than a day. */
export function readFormToken(ctx: Ctx, token: string): FormToken {
  const match = /^([0-9a-f-]{36})\.([0-9a-z]{1,12})\.([\w-]{43})$/.exec(token)
  const [, key = '', time = '', signature = ''] = match ?? []
  if (!match || !ctx.signer.verify(PURPOSE, `${key}.${time}`, signature))
    throw new AppError('invalid', texts.tokenForged)
  const issuedAt = Number.parseInt(time, 36)
  if (ctx.clock.now() - issuedAt > MAX_AGE) throw new AppError('expired', texts.tokenExpired)
  return { key, issuedAt }
}
