import { isIP } from 'node:net'

import { checkSpf, type Dns, MAX_SPF_LOOKUPS, type SpfOutcome } from './check-spf.server.ts'
import { type Finding, shownRecord, unreachable } from './finding.ts'
import { isSpf } from './parse-spf.ts'
import { findRelay } from './relays.ts'

/** An address that no record should allow (RFC 5737), so that every part of a record is read. */
const NOBODY = '192.0.2.1'

type Sending = { domain: string; /** The host in SMTP_URL; null if it is unset. */ host: string | null }

/** Checks the SPF record of the sending domain and whether it covers the mail server. */
export async function findSpf(dns: Dns, { domain, host }: Sending): Promise<Finding> {
  const texts = await dns(domain, 'TXT')
  if (texts === 'unreachable') return unreachable('SPF')
  const found = texts.filter(isSpf)
  const [text] = found
  if (text === undefined) return missing({ domain, host })
  const whole = await checkSpf(dns, { domain, address: NOBODY })
  const finding = { about: 'SPF', found: shownRecord(found.join(' and ')), record: null } as const
  if (whole.result === 'temperror') return { ...unreachable('SPF'), found: finding.found }
  if (whole.result === 'permerror')
    return {
      ...finding,
      state: 'bad',
      sentences: [
        `The SPF record cannot be evaluated, and receivers treat it as broken: ${whole.fault}`,
        'Merge several records into one, and remove includes of services that no longer send for you.',
      ],
    }
  if (whole.result === 'pass')
    return {
      ...finding,
      state: 'bad',
      sentences: ['The SPF record lets anybody send mail in your name. End it with ~all.'],
      record: { name: domain, value: shownRecord(text.replace(/\s[+]?all\b/i, ' ~all')) },
    }
  const coverage = await findCoverage(dns, { domain, host }, whole)
  const used = `It takes ${whole.lookups} of the ${MAX_SPF_LOOKUPS} lookups that are allowed.`
  return { ...finding, ...coverageFinding({ domain, host, text }, coverage, used) }
}

type Coverage = 'covered' | 'relay-missing' | 'own-domain' | 'not-covered' | 'unknown'

/** Checks whether mail from the host passes. Most relays send from other addresses than they receive at. */
async function findCoverage(dns: Dns, { domain, host }: Sending, whole: SpfOutcome): Promise<Coverage> {
  if (host === null) return 'unknown'
  const relay = findRelay(host)
  if (relay) {
    if (relay.include === null) return 'own-domain'
    return whole.domains.includes(relay.include) ? 'covered' : 'relay-missing'
  }
  const answers = isIP(host) ? [[host]] : await Promise.all([dns(host, 'A'), dns(host, 'AAAA')])
  const addresses = answers.flatMap((answer) => (answer === 'unreachable' ? [] : [...answer]))
  if (addresses.length === 0) return 'unknown'
  for (const address of addresses.slice(0, 4))
    if ((await checkSpf(dns, { domain, address })).result === 'pass') return 'covered'
  return host === domain || host.endsWith(`.${domain}`) ? 'not-covered' : 'unknown'
}

type Judged = Pick<Finding, 'state' | 'sentences'> & { record: Finding['record'] }

function coverageFinding(
  { domain, host, text }: Sending & { text: string },
  coverage: Coverage,
  used: string,
): Judged {
  const relay = host === null ? null : findRelay(host)
  const add = (term: string) => ({ name: domain, value: shownRecord(withTerm(text, term)) })
  if (coverage === 'covered')
    return { state: 'good', sentences: [`The SPF record covers ${host}. ${used}`], record: null }
  if (coverage === 'own-domain')
    return {
      state: 'good',
      sentences: [
        `There is an SPF record. ${relay?.name} sends with its own domain and does not need to be in it. ${used}`,
      ],
      record: null,
    }
  if (coverage === 'relay-missing')
    return {
      state: 'bad',
      sentences: [
        `The SPF record does not include ${relay?.name}, which sends your mail. Change the record to this one.`,
      ],
      record: add(`include:${relay?.include}`),
    }
  if (coverage === 'not-covered')
    return {
      state: 'bad',
      sentences: [
        `The SPF record does not cover ${host}, which sends your mail. Change the record to this one.`,
      ],
      record: add(`a:${host}`),
    }
  const cannot =
    host === null
      ? 'Connect your mail server to learn whether it covers it.'
      : `Whether it covers ${host} cannot be determined: it may send from different addresses than it receives mail at. Its provider says what the record must include.`
  return { state: 'warning', sentences: [`There is an SPF record. ${cannot} ${used}`], record: null }
}

function missing({ domain, host }: Sending): Finding {
  const relay = host === null ? null : findRelay(host)
  const term = relay ? relay.include && `include:${relay.include}` : host && `a:${host}`
  const wanted = term ? ` ${term}` : ' mx'
  return {
    about: 'SPF',
    state: 'bad',
    sentences: [
      'There is no SPF record. Without one, receivers cannot tell your mail from mail that others send in your name.',
      'Add the record below, with whatever else sends mail for the domain.',
    ],
    found: null,
    record: { name: domain, value: `v=spf1${wanted} ~all` },
  }
}

/** Inserts the term before `all` or `redirect`, which decides about all other senders. */
function withTerm(text: string, term: string): string {
  const terms = text.trim().split(/ +/)
  const last = terms.findIndex((each) => /^([+\-~?]?all|redirect=.*)$/i.test(each))
  return terms.toSpliced(last === -1 ? terms.length : last, 0, term).join(' ')
}
