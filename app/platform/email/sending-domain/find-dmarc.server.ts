import type { Dns } from './check-spf.server.ts'
import { domainsUpFrom } from './domain-name.ts'
import { type Finding, shownRecord, unreachable } from './finding.ts'
import { parseTags } from './parse-tags.ts'

const policies = ['none', 'quarantine', 'reject'] as const
type Policy = (typeof policies)[number]

/** Finds out how receivers should treat mail that fails SPF and DKIM (RFC 7489, section 6). */
export async function findDmarc(
  dns: Dns,
  { domain, reportsTo }: { domain: string; reportsTo: string },
): Promise<Finding> {
  for (const at of domainsUpFrom(domain)) {
    const texts = await dns(`_dmarc.${at}`, 'TXT')
    if (texts === 'unreachable') return unreachable('DMARC')
    const found = texts.filter((text) => /^v\s*=\s*DMARC1\s*(;|$)/.test(text))
    const [text] = found
    if (text === undefined) continue
    if (found.length > 1)
      return {
        about: 'DMARC',
        state: 'bad',
        sentences: [
          `There are ${found.length} DMARC records at _dmarc.${at}, so none of them is valid. Keep only one.`,
        ],
        found: shownRecord(found.join(' and ')),
        record: null,
      }
    return judge(text, { at, isAbove: at !== domain, reportsTo })
  }
  return {
    about: 'DMARC',
    state: 'bad',
    sentences: [
      'There is no DMARC record. Large providers refuse much of the mail from domains without one, or file it as spam.',
      'Start with the record below, which only asks for reports, and tighten it to p=quarantine once the reports show that your own mail passes.',
    ],
    found: null,
    record: { name: `_dmarc.${domain}`, value: `v=DMARC1; p=none; rua=mailto:${reportsTo}` },
  }
}

type Place = { at: string; isAbove: boolean; reportsTo: string }

function judge(text: string, { at, isAbove, reportsTo }: Place): Finding {
  const tags = parseTags(text)
  const finding = { about: 'DMARC', found: shownRecord(text), record: null } as const
  const own = policyOf(tags?.get('p'))
  // Without a policy but with a report address, it counts as p=none (RFC 7489, section 6.6.3).
  const policy = (isAbove ? policyOf(tags?.get('sp')) : null) ?? own ?? (tags?.has('rua') ? 'none' : null)
  if (!tags || policy === null)
    return {
      ...finding,
      state: 'bad',
      sentences: ['The DMARC record cannot be read: it needs p=none, p=quarantine or p=reject.'],
      record: { name: `_dmarc.${at}`, value: `v=DMARC1; p=none; rua=mailto:${reportsTo}` },
    }
  const percent = Number(tags.get('pct') ?? 100)
  const sentences = [
    `${isAbove ? `The DMARC record of ${at} applies: m` : 'M'}ail in your name that fails the checks ${fateOf[policy]}.`,
    ...(policy !== 'none' && percent < 100 ? [`This applies to ${percent} % of it.`] : []),
    ...(policy === 'none'
      ? ['Once the reports show that your own mail passes, change p=none to p=quarantine.']
      : []),
    ...(tags.has('rua')
      ? []
      : [`No reports are asked for; add rua=mailto:${reportsTo} to learn who sends in your name.`]),
  ]
  return { ...finding, state: policy === 'none' ? 'warning' : 'good', sentences }
}

const fateOf: Readonly<Record<Policy, string>> = {
  none: 'is delivered anyway (p=none)',
  quarantine: 'goes to spam (p=quarantine)',
  reject: 'is refused (p=reject)',
}

function policyOf(value: string | undefined): Policy | null {
  return policies.find((policy) => policy === value?.toLowerCase()) ?? null
}
