type Rule = { isAllowed: boolean; pattern: string }

const MAX_LINES = 5000
const none: readonly Rule[] = []

/**
 * Reads the rules of a robots.txt for `agent` (RFC 9309): those of its own group, otherwise those of `*`. The longest
 * matching rule decides.
 */
export function readRobots(text: string, agent: string): { mayRead: (path: string) => boolean } {
  const groups = new Map<string, Rule[]>()
  let names: string[] = []
  let hasRules = false
  for (const raw of text.split(/\r\n?|\n/, MAX_LINES)) {
    const [field = '', ...rest] = raw.replace(/#.*/, '').split(':')
    const value = rest.join(':').trim()
    const key = field.trim().toLowerCase()
    if (key === 'user-agent') {
      if (hasRules) names = []
      hasRules = false
      names.push(value.toLowerCase())
      for (const name of names) if (!groups.has(name)) groups.set(name, [])
    } else if (key === 'allow' || key === 'disallow') {
      hasRules = true
      if (value !== '')
        for (const name of names) groups.get(name)?.push({ isAllowed: key === 'allow', pattern: value })
    }
  }
  const rules: readonly Rule[] = groups.get(agent.toLowerCase()) ?? groups.get('*') ?? none
  return {
    mayRead(path) {
      const fitting = rules.filter(({ pattern }) => isFitting(path, pattern))
      const [first] = fitting.toSorted(
        (one, other) =>
          other.pattern.length - one.pattern.length || Number(other.isAllowed) - Number(one.isAllowed),
      )
      return first?.isAllowed ?? true
    },
  }
}

/** Matches with `*` and a final `$` as in RFC 9309, without backtracking, because the pattern is untrusted. */
function isFitting(path: string, pattern: string): boolean {
  const isWhole = pattern.endsWith('$')
  const [first = '', ...others] = (isWhole ? pattern.slice(0, -1) : pattern).split('*')
  if (!path.startsWith(first)) return false
  let at = first.length
  for (const [index, part] of others.entries()) {
    const isLast = isWhole && index === others.length - 1
    const found = isLast ? path.length - part.length : path.indexOf(part, at)
    if (found < at || !path.startsWith(part, found)) return false
    at = found + part.length
  }
  return !isWhole || others.at(-1) === '' || at === path.length
}
