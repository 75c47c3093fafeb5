import { z } from 'zod'

import { SECOND } from '#app/platform/clock.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { AppError } from '#app/platform/errors.ts'
import { requireActor } from '#app/platform/require-actor.ts'

import type { Dns } from '#app/platform/email/sending-domain/check-spf.server.ts'
import { domainOf, isReserved } from '#app/platform/email/sending-domain/domain-name.ts'
import type { DnsAnswer, DnsLookup } from '#app/platform/email/sending-domain/dns-lookup.server.ts'
import { findDkim } from '#app/platform/email/sending-domain/find-dkim.server.ts'
import { findDmarc } from '#app/platform/email/sending-domain/find-dmarc.server.ts'
import { findSpf } from '#app/platform/email/sending-domain/find-spf.server.ts'
import type { Finding } from '#app/platform/email/sending-domain/finding.ts'

/** Timeout of all lookups together. */
const PATIENCE = 5 * SECOND

export type DomainCheck = { domain: string; findings: readonly Finding[] }

const WRONG = 'A selector has letters, digits, hyphens and dots, such as s1.'

/** If empty, the usual selectors are tried. */
export const dkimSelector = z
  .string()
  .trim()
  .toLowerCase()
  .default('')
  .refine((typed) => typed === '' || /^[a-z0-9_](?:[a-z0-9._-]{0,60}[a-z0-9_])?$/.test(typed), WRONG)

/**
 * Looks up whether receivers can authenticate mail from the site's sender.
 * @throws {AppError} invalid for a sender whose domain cannot be in the DNS.
 */
export async function checkSendingDomain(ctx: Ctx, { selector }: { selector: string }): Promise<DomainCheck> {
  requireActor(ctx, 'settings.write')
  const { mailFrom, contactEmail } = await ctx.site(ctx)
  const domain = domainOf(mailFrom)
  if (domain === null || isReserved(domain))
    throw new AppError(
      'invalid',
      `Mails are sent from ${domain ?? mailFrom}, which is not a domain in DNS. Set From, or the contact address, to your own domain.`,
    )
  const dns = rememberingDns(ctx.lookUpDns, AbortSignal.timeout(PATIENCE))
  const host = (await ctx.mail(ctx))?.host ?? null
  const findings = await Promise.all([
    findSpf(dns, { domain, host }),
    findDkim(dns, { domain, host, selector }),
    findDmarc(dns, { domain, reportsTo: contactEmail }),
  ])
  return { domain, findings }
}

/** Caches lookups, because SPF is evaluated for several addresses. */
function rememberingDns(lookUp: DnsLookup, signal: AbortSignal): Dns {
  const asked = new Map<string, Promise<DnsAnswer>>()
  return (name, type) => {
    const question = `${type} ${name.toLowerCase()}`
    const known = asked.get(question) ?? lookUp(name, type, signal)
    asked.set(question, known)
    return known
  }
}
