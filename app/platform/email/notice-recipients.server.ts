import type { Ctx } from '#app/platform/context.server.ts'

/** RFC 2606: a demo brand's address under a reserved name, to which no mail can go. */
const reserved = /[.@](example|test|invalid|localhost)$|[.@]example\.(com|net|org)$/i

/** Those the owner named in the settings; otherwise the owner's account and the contact address, each once. */
export async function noticeRecipients(ctx: Ctx): Promise<string[]> {
  const site = await ctx.site(ctx)
  if (site.noticeEmails.length > 0) return [...site.noticeEmails]
  const owners = await ctx.db.selectFrom('owner').select('email').execute()
  const addresses = owners.map((owner) => owner.email)
  if (!reserved.test(site.contactEmail) || addresses.length === 0) addresses.push(site.contactEmail)
  return [...new Map(addresses.map((address) => [address.toLowerCase(), address])).values()]
}
