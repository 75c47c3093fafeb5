import type { Rows } from './old-database.ts'

type Row = Record<string, unknown>

type Change = {
  table: string
  why: string
  /** The table's name today; null if a migration deleted the table. */
  now?: string | null
  renamed?: Readonly<Record<string, string>>
  /** Columns whose values change. */
  changed?: readonly string[]
  /** Rows to which this applies; the others stay as they are. */
  rows?: (row: Row) => boolean
  isDeleted?: true
}

const firstMember = '0039: the only owner becomes the first of several members'
const unlinked = '0016: an inquiry and a chat are no longer linked with the visit in which they began'
const previewed = '0074: an import waits for a preview, so one that waited before has failed and says so'

/** Everything that migrations change in rows that were there before. */
const changes: readonly Change[] = [
  { table: 'owner', now: 'member', why: firstMember },
  ...['session', 'two_factor', 'recovery_code', 'sign_in_challenge', 'password_reset'].map((table) => ({
    table,
    renamed: { owner_id: 'member_id' },
    why: firstMember,
  })),
  {
    table: 'event',
    rows: ({ kind }) => ['contact_form', 'chat', 'service_inquiry'].includes(String(kind)),
    changed: ['id', 'at', 'visitor', 'device'],
    why: unlinked,
  },
  {
    table: 'seen',
    rows: ({ dimension, key }) => dimension === 'funnel' && ['talk', 'inquiry'].includes(String(key)),
    isDeleted: true,
    why: unlinked,
  },
  {
    table: 'blog_import',
    rows: ({ state }) => state === 'waiting',
    changed: ['state', 'failure'],
    why: previewed,
  },
  {
    table: 'job',
    rows: ({ name, state }) => name === 'import-posts' && state === 'waiting',
    isDeleted: true,
    why: previewed,
  },
  { table: 'blog_import_file', now: null, why: previewed },
  { table: 'blog_import_left', now: null, why: previewed },
  {
    table: 'blog_tag',
    rows: ({ name }) => /[+#]/.test(String(name)),
    changed: ['slug'],
    why: '0076: C++ and C# no longer share the address of C',
  },
]

/** Compares all rows before and after an upgrade. Returns a line for each row that is missing or differs, except as `changes` allows. */
export function findLostRows(old: Rows, today: Rows): string[] {
  return [...old].flatMap(([table, rows]) => {
    const own = changes.filter((change) => change.table === table)
    if (own.some(({ now }) => now === null)) return []
    const name = own.find(({ now }) => now)?.now ?? table
    const found = today.get(name)
    if (!found) return [`${table}: the table is gone`]
    return rows.flatMap((row) => {
      const mine = own.filter((change) => change.rows?.(row) ?? true)
      if (mine.some(({ isDeleted }) => isDeleted)) return []
      const wanted = renamedRow(row, mine)
      const place = found.findIndex((candidate) => isSame(wanted, candidate))
      if (place >= 0) {
        found.splice(place, 1)
        return []
      }
      return [`${table}: ${JSON.stringify(wanted).slice(0, 300)}`]
    })
  })
}

function renamedRow(row: Row, mine: readonly Change[]): Row {
  const changed = new Set(mine.flatMap(({ changed: names = [] }) => names))
  const renamed: Readonly<Record<string, string>> = Object.assign({}, ...mine.map((change) => change.renamed))
  const kept = Object.entries(row).filter(([name]) => !changed.has(name))
  return Object.fromEntries(kept.map(([name, value]) => [renamed[name] ?? name, value]))
}

const isSame = (wanted: Row, candidate: Row) =>
  Object.entries(wanted).every(([name, value]) => candidate[name] === value)
