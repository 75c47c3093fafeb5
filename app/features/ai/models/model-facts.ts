import { providerTable } from '#app/features/ai/providers/provider-table.server.ts'
import { assertDefined } from '#app/lib/assert-defined.ts'
import { mapNames } from '#app/lib/map-names.ts'
import { type ProviderId, providerIds } from '#app/platform/ai-provider-list.ts'

import { withoutDate, withoutPath } from './model-name.ts'
import { priceData } from './price-data.ts'

/** US dollars per million tokens, which equals millionths of a dollar per token. */
export type Price = {
  input: number
  output: number
  /** Prices of cached tokens; the price of input if the provider has no separate ones. */
  cacheRead?: number
  cacheWrite?: number
}

export type ModelFacts = {
  price: Price
  /** Tokens of input and output together. */
  window: number | null
}

type Segment = { from: string | null; hours: readonly [string, string] | null; price: Price }
type Entry = { names: readonly string[]; segments: readonly Segment[]; window: number | null }

const newer = mapNames(providerIds, (id) => parsedTable(providerTable[id].newerPrices))
const listed = mapNames(providerIds, (id) => parsedTable(priceData[id]))

/** Returns what is known of a model at a time; null if no table lists it. */
export function factsOf(provider: ProviderId, model: string, at: number): ModelFacts | null {
  const names = [withoutPath(model), withoutDate(withoutPath(model))]
  for (const table of [newer, listed])
    for (const name of names) {
      const entry = bestMatch(table[provider], name)
      if (entry) return { price: priceAt(entry.segments, at), window: entry.window }
    }
  return null
}

/** Returns the names with known prices; dated versions are found without their date. */
export function pricedNames(provider: ProviderId): string[] {
  const names = [...newer[provider], ...listed[provider]].flatMap((entry) => entry.names)
  return [...new Set(names.map((name) => name.replaceAll('*', '')))]
}

/** Returns the median of the provider's prices, which is assumed for an unknown model. */
export function estimatedPrice(provider: ProviderId, at: number): Price {
  const prices = [...newer[provider], ...listed[provider]].map(({ segments }) => priceAt(segments, at))
  const middle = (amounts: number[]) =>
    assertDefined(
      amounts.toSorted((a, b) => a - b)[Math.floor(amounts.length / 2)],
      'prices of each provider are listed',
    )
  return { input: middle(prices.map((one) => one.input)), output: middle(prices.map((one) => one.output)) }
}

function bestMatch(entries: readonly Entry[], model: string): Entry | undefined {
  const matching = entries.flatMap((entry) =>
    entry.names.filter((name) => fits(name, model)).map((name) => ({ entry, length: name.length })),
  )
  return matching.toSorted((a, b) => b.length - a.length)[0]?.entry
}

function fits(pattern: string, model: string): boolean {
  if (!pattern.endsWith('*')) return pattern === model
  const part = pattern.slice(0, -1)
  return part.startsWith('*') ? model.includes(part.slice(1)) : model.startsWith(part)
}

function priceAt(segments: readonly Segment[], at: number): Price {
  const iso = new Date(at).toISOString()
  const time = iso.slice(11, 16)
  const holds = segments.filter(
    ({ from, hours }) =>
      (from === null || from <= iso) && (hours === null || (hours[0] <= time && time < hours[1])),
  )
  return assertDefined(holds.at(-1), 'the first price of each model has no condition').price
}

function parsedTable(table: string): readonly Entry[] {
  return table
    .split('\n')
    .filter((line) => line.includes('|'))
    .map((line) => {
      const [names = '', prices = '', window = ''] = line.split(' | ')
      return {
        names: names.split(' '),
        segments: prices.split('; ').map(parsedSegment),
        window: window === '-' ? null : Number(window),
      }
    })
}

function parsedSegment(segment: string): Segment {
  const {
    from,
    start,
    end,
    amounts = segment,
  } = /^(?:from (?<from>[\d-]+)|(?<start>[\d:]+)-(?<end>[\d:]+)): (?<amounts>.*)$/.exec(segment)?.groups ?? {}
  const [input, output, cacheRead, cacheWrite] = amounts.split(' ').map(Number)
  return {
    from: from ?? null,
    hours: start !== undefined && end !== undefined ? [start, end] : null,
    price: {
      input: assertDefined(input, 'each entry names a price for input'),
      output: assertDefined(output, 'and one for output'),
      ...(cacheRead !== undefined && !Number.isNaN(cacheRead) && { cacheRead }),
      ...(cacheWrite !== undefined && !Number.isNaN(cacheWrite) && { cacheWrite }),
    },
  }
}
