/** Filters of the dashboard; each is also the name of a query parameter. */
export const filterNames = [
  'page',
  'entry',
  'source',
  'channel',
  'assistant',
  'campaign',
  'country',
  'device',
  'language',
  'service',
  'lead',
  'step',
  'goal',
  'slow',
  'crawler',
] as const

export type FilterName = (typeof filterNames)[number]

export type Filter = { by: FilterName; key: string }

const MOST_FILTERS = 8
const LONGEST_KEY = 200

export function readFilters(params: URLSearchParams): Filter[] {
  const filters = filterNames.flatMap((by) =>
    [...new Set(params.getAll(by))]
      .filter((key) => key !== '' && key.length <= LONGEST_KEY)
      .map((key) => ({ by, key })),
  )
  return filters.slice(0, MOST_FILTERS)
}

/** Returns the filters that apply to visits; the crawler filter selects the crawlers' own requests. */
export function visitFilters(filters: readonly Filter[]): Filter[] {
  return filters.filter(({ by }) => by !== 'crawler')
}

export function isSame(one: Filter, other: Filter): boolean {
  return one.by === other.by && one.key === other.key
}

/** Returns the filters with this one added, or removed if present. */
export function toggled(filters: readonly Filter[], filter: Filter): Filter[] {
  const rest = filters.filter((one) => !isSame(one, filter))
  return rest.length < filters.length ? rest : [...filters, filter]
}
