import { withoutAddresses } from '#app/lib/addresses-in-text.ts'
import { mapNames } from '#app/lib/map-names.ts'
import { readableLine } from '#app/lib/readable-text.ts'
import type { LeadTable } from '#app/platform/db/schema/lead.ts'

import type { LeadSourceName } from './lead-fields.ts'

/** Where an inquiry came from: pages, a referring site and a campaign; no address, no cookie. */
export type InquirySource = Pick<LeadTable, LeadSourceName>

const LONGEST = 200
/** What is read of a longer text: enough that an address that begins within the cut is seen whole. */
const READ = 1000
const LONGEST_URL = 4000
const campaignKeys = ['utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content'] as const

/**
 * Reads the source from the form's own hidden fields; a plain post without them is known by its Referer alone.
 * All of it is the visitor's word: cut to size, shown as text, and without the addresses that newsletters put in links, which
 * would stay in the figures when their owners are erased.
 */
export function readInquirySource(
  fields: Readonly<Record<string, string>>,
  options: { publicUrl: string; referer: string | null },
): InquirySource {
  const firstPage = ownPage(fields['first_page'] ?? options.referer, options.publicUrl)
  const campaign = mapNames(campaignKeys, (key) => short(firstPage?.searchParams.get(key)))
  return {
    form: short(fields['form']) ?? 'contact',
    service: short(fields['service']),
    plan: short(fields['plan']),
    first_page: short(firstPage?.pathname),
    last_page: short(ownPage(fields['last_page'] ?? options.referer, options.publicUrl)?.pathname),
    referrer: short(foreignHost(fields['referrer'], options.publicUrl)),
    ...campaign,
  }
}

function short(text: string | null | undefined): string | null {
  const read = text?.slice(0, READ).replace(/[\uD800-\uDBFF]$/, '')
  const cut = read && readableLine(withoutAddresses(read))?.slice(0, LONGEST)
  // A cut may leave half a character.
  return (cut && cut.replace(/[\uD800-\uDBFF]$/, '')) || null
}

/** A page of this site from a path or an address; which host the visitor typed does not matter. */
function ownPage(text: string | null | undefined, publicUrl: string): URL | null {
  const url = text ? URL.parse(text.slice(0, LONGEST_URL), publicUrl) : null
  return url && /^https?:$/.test(url.protocol) ? url : null
}

function foreignHost(text: string | undefined, publicUrl: string): string | null {
  const url = text ? URL.parse(text.slice(0, LONGEST_URL)) : null
  return url && /^https?:$/.test(url.protocol) && url.origin !== publicUrl ? url.hostname : null
}
