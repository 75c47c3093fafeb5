import { z } from 'zod'

import { readableLine, shortened } from '#app/lib/readable-text.ts'
import type { Ctx } from '#app/platform/context.server.ts'

import { isAllowedOrigin } from '../assistants/allowed-origins.ts'
import { SITE_ASSISTANT } from '../assistants/assistant-choices.ts'
import type { AssistantSettings } from '../assistants/assistant-settings.server.ts'
import type { HostFacts } from './host-facts.ts'
import { findIdentitySecret, isSigned, normalAddress } from './identity.server.ts'

const LONGEST_URL = 500
const LONGEST_TITLE = 200
const LONGEST_NAME = 200

export type CheckedHost = {
  /** A URL of an allowed origin. */
  page: string | null
  pageTitle: string | null
  /** The visitor, if the other site's server has signed the e-mail address. */
  visitor: { name: string | null; email: string } | null
}

/** Returns the part of what a browser says about another site's page that has been checked. */
export async function checkHost(
  ctx: Ctx,
  { origins, keepsQuery }: Pick<AssistantSettings, 'origins' | 'keepsQuery'>,
  facts: HostFacts | undefined,
): Promise<CheckedHost | null> {
  if (!facts || ctx.assistant.id === SITE_ASSISTANT) return null
  const url = facts.url === undefined ? null : URL.parse(facts.url)
  const page = url && isAllowedOrigin(origins, url.origin) ? storedAddress(url, keepsQuery) : null
  const title = facts.title === undefined ? null : readableLine(facts.title.toWellFormed())
  return {
    page,
    pageTitle: page !== null && title ? shortened(title, LONGEST_TITLE) : null,
    visitor: await confirmIdentity(ctx, facts.identity),
  }
}

function storedAddress({ origin, pathname, search }: URL, keepsQuery: boolean): string {
  return `${origin}${pathname}${keepsQuery ? search : ''}`.slice(0, LONGEST_URL)
}

async function confirmIdentity(
  ctx: Ctx,
  { name = '', email = '', signature = '' }: NonNullable<HostFacts['identity']> = {},
): Promise<CheckedHost['visitor']> {
  if (email === '') return null
  const secret = await findIdentitySecret(ctx, ctx.assistant.id)
  const address = z.email().max(254).safeParse(normalAddress(email))
  if (secret === null || !address.success || !isSigned(secret, email, signature)) {
    ctx.log.warn({ assistant: ctx.assistant.id, hasSecret: secret !== null }, 'assistant.identity_refused')
    return null
  }
  const readable = readableLine(name.toWellFormed())
  return { name: readable ? shortened(readable, LONGEST_NAME) : null, email: address.data }
}
