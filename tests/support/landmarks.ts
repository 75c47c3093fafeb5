import { parseHTML } from 'linkedom'

const roleOf: Readonly<Record<string, string>> = {
  nav: 'navigation',
  main: 'main',
  aside: 'complementary',
  section: 'region',
  form: 'form',
}
const roles = new Set([...Object.values(roleOf), 'log', 'search', 'banner', 'contentinfo'])
/** Without a name these are no landmarks. */
const named = new Set(['region', 'form'])

/** Returns each landmark, log and named region of a page by its role and name, such as `region Prices`. */
export function landmarksOf(html: string): string[] {
  const { document } = parseHTML(html)
  return [...document.querySelectorAll('nav, main, aside, section, form, [role]')].flatMap((element) => {
    const role = element.getAttribute('role') ?? roleOf[element.localName]
    if (role === undefined || !roles.has(role)) return []
    const by = element.getAttribute('aria-labelledby')
    const labels = by === null ? [] : by.split(/\s+/).map((id) => document.getElementById(id)?.textContent)
    const name = (element.getAttribute('aria-label') ?? labels.join(' ')).replaceAll(/\s+/g, ' ').trim()
    return name === '' && named.has(role) ? [] : [`${role} ${name}`.trim()]
  })
}
