import { HOUR } from '#app/platform/clock.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { AppError } from '#app/platform/errors.ts'
import { newId } from '#app/platform/ids.server.ts'

import type { LeadsMessages } from './messages.en.ts'

const PURPOSE = 'contact-form'
const MAX_AGE = 24 * HOUR
const FORMAT = /^[0-9a-f-]{36}\.[0-9a-z]{1,12}\.[\w-]{43}$/

export type FormToken = { key: string; issuedAt: number }

/** Returns a signed key with its time. The key detects a repeated send, the time tells how long the form was open. */
export function issueFormToken(ctx: Ctx): string {
  const text = `${newId()}.${ctx.clock.now().toString(36)}`
  return `${text}.${ctx.signer.sign(PURPOSE, text)}`
}

/** @throws {AppError} invalid for a wrong signature, expired after a day. */
export function readFormToken(ctx: Ctx, token: string, texts: LeadsMessages['errors']): FormToken {
  const [key, time, signature] = FORMAT.test(token) ? token.split('.') : []
  if (!key || !time || !signature || !ctx.signer.verify(PURPOSE, `${key}.${time}`, signature))
    throw new AppError('invalid', texts.tokenForged)
  const issuedAt = Number.parseInt(time, 36)
  if (ctx.clock.now() - issuedAt > MAX_AGE) throw new AppError('expired', texts.tokenExpired)
  return { key, issuedAt }
}
