import { isIPv4 } from 'node:net'

export type MacroValues = { address: string; domain: string; sender: string }

/** Expands macros such as `%{ir}.%{v}._spf.%{d2}` (RFC 7208, section 7). Returns null for unknown ones. */
export function expandMacros(text: string, values: MacroValues): string | null {
  let isKnown = true
  const expanded = text.replaceAll(
    /%(?:%|_|-|\{([a-z])(\d{0,3})(r?)([.\-+,/_=]*)\}|)/gi,
    (found, letter: string | undefined, digits = '', reverse = '', delimiters = '') => {
      if (found === '%%') return '%'
      if (found === '%_') return ' '
      if (found === '%-') return '%20'
      const value = letter === undefined ? null : valueOf(letter.toLowerCase(), values)
      if (value === null || digits === '0') {
        isKnown = false
        return ''
      }
      return transform(value, { digits, isReversed: reverse !== '', delimiters: delimiters || '.' })
    },
  )
  return isKnown ? expanded : null
}

function valueOf(letter: string, { address, domain, sender }: MacroValues): string | null {
  const [local = '', senderDomain = ''] = sender.split('@')
  const values: Readonly<Record<string, string>> = {
    s: sender,
    l: local,
    o: senderDomain,
    d: domain,
    h: senderDomain,
    p: 'unknown',
    v: isIPv4(address) ? 'in-addr' : 'ip6',
    i: isIPv4(address) ? address : nibblesOf(address),
  }
  return values[letter] ?? null
}

type Transform = { digits: string; isReversed: boolean; delimiters: string }

function transform(value: string, { digits, isReversed, delimiters }: Transform): string {
  const parts: string[] = []
  let part = ''
  for (const letter of value) {
    if (!delimiters.includes(letter)) part += letter
    else {
      parts.push(part)
      part = ''
    }
  }
  parts.push(part)
  const ordered = isReversed ? parts.toReversed() : parts
  return (digits === '' ? ordered : ordered.slice(-Number(digits))).join('.')
}

/** Returns the hexadecimal digits of an IPv6 address, separated by dots. */
function nibblesOf(address: string): string {
  const [head = '', tail = ''] = address.split('::')
  const groups = (part: string) => part.split(':').filter(Boolean)
  const missing = 8 - groups(head).length - groups(tail).length
  const all = address.includes('::')
    ? [...groups(head), ...Array.from({ length: Math.max(0, missing) }, () => '0'), ...groups(tail)]
    : groups(address)
  return all
    .map((group) => group.padStart(4, '0'))
    .join('')
    .split('')
    .join('.')
}
