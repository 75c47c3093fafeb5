import { readLanguage } from './languages.ts'

/** A parameter of a list's address. Its empty text stands for the value without a filter. */
export type Parameter<Value> = {
  /** If it differs from the name in the query. */
  name?: string
  read: (text: string) => Value
  write: (value: Value) => string
}

export const words: Parameter<string> = { read: (text) => text.trim().slice(0, 200), write: (q) => q }

export function oneOf<const Option extends string>(options: readonly Option[]): Parameter<Option | null> {
  return {
    read: (text) => options.find((option) => option === text) ?? null,
    write: (option) => (option === null ? '' : option),
  }
}

/** The first option is chosen without the parameter. */
export function oneOrFirst<const Option extends string>(
  options: readonly [Option, ...Option[]],
): Parameter<Option> {
  return {
    read: (text) => options.find((option) => option === text) ?? options[0],
    write: (option) => (option === options[0] ? '' : option),
  }
}

export function flag(name: string): Parameter<boolean> {
  return { name, read: (text) => text === '1', write: (isOn) => (isOn ? '1' : '') }
}

/** A BCP 47 tag; undefined without the filter. */
export const languageTag: Parameter<string | undefined> = {
  read: (text) => readLanguage(text) ?? undefined,
  write: (tag) => tag || '',
}

/** An id such as those of members; undefined without the filter. */
export const recordId: Parameter<string | undefined> = {
  read: (text) => /^[\w-]{1,64}$/.exec(text)?.[0],
  write: (id) => id || '',
}

type Parameters<Values> = { readonly [Name in keyof Values]: Parameter<Values[Name]> }

/** Declares the filters, the order and the page of a list as its address contains them. */
export function defineListQuery<Values extends object>(address: string, parameters: Parameters<Values>) {
  type Query = Values & { page: number }
  const all = Object.entries(parameters) as [keyof Values & string, Parameter<unknown>][]
  return {
    /** Ignores invalid values. */
    read(params: URLSearchParams): Query {
      const page = Number(params.get('page') ?? 1)
      const values = all.map(([key, { name = key, read }]) => [key, read(params.get(name) ?? '')])
      return {
        ...(Object.fromEntries(values) as Values),
        page: Number.isSafeInteger(page) && page > 0 && page < 100_000 ? page : 1,
      }
    },
    /** Returns the address after a change, without default values. Any change but of the page returns to page 1. */
    pathOf(query: Query, change: Partial<Query> = {}, path = address): string {
      const next = { ...query, page: 1, ...change }
      const params = new URLSearchParams()
      for (const [key, { name = key, write }] of all) {
        const text = write(next[key])
        if (text) params.set(name, text)
      }
      if (next.page !== 1) params.set('page', String(next.page))
      return params.size > 0 ? `${path}?${params}` : path
    },
  }
}
