import { readContent } from '#app/features/content/site-content.server.ts'
import { assertDefined } from '#app/lib/assert-defined.ts'
import { defaultLocale } from '#app/lib/messages.ts'
import { formatMoney } from '#app/lib/money.ts'
import { foldForSearch } from '#app/lib/readable-text.ts'
import type { Ctx } from '#app/platform/context.server.ts'

import {
  between,
  type Formats,
  formatQuantity,
  type Given as GivenNumbers,
  type Line,
  type Quantities,
  withinLimits,
} from '../blocks/calculators/quantities.ts'
import {
  describeVoice,
  type VoiceCase,
  voiceExample,
  type VoiceLabels,
  voiceQuantities,
  voiceSaving,
} from '../blocks/calculators/voice-saving.ts'
import {
  describeWorkflow,
  type WorkflowCase,
  type WorkflowLabels,
  workflowQuantities,
  workflowSaving,
} from '../blocks/calculators/workflow-saving.ts'
import type { PageBlock } from '../parse-block.ts'
import type { Service } from '../services.ts'

type Given = {
  service?: string | undefined
  calls?: number | undefined
  people?: number | undefined
  runs?: number | undefined
  minutes?: number | undefined
  rate?: number | undefined
  days?: number | undefined
}

export type Priced = {
  services: {
    id: string
    name: string
    price: string
    path: string
    plans: { name: string; price: string; text: string; includes: string[] }[]
  }[]
  calculation: Line[] | null
  /** Names of the numbers that it still needs. */
  needs: string[]
}

/** Returns the prices of all services, or of one with its plans and its calculator's result. */
export async function calculatePrice(ctx: Ctx, given: Given): Promise<Priced> {
  const { services, pages } = await readContent(ctx)
  const chosen = given.service ? findServices(services, given.service) : services
  const blocks = [...pages].flatMap(([path, page]) => page.blocks.map((block) => ({ path, block })))
  const priced = chosen.map((service) => ({
    id: service.id,
    name: service.name,
    price: service.price,
    path: service.path,
    plans: plansOf(service, blocks),
  }))
  const [only] = chosen
  const calculator = only && chosen.length === 1 ? findCalculator(only, blocks) : null
  if (!only || !calculator) return { services: priced, calculation: null, needs: [] }
  const needs = calculator.needs.filter((name) => given[name] === undefined)
  const calculation = needs.length === 0 ? calculator.compute(given) : null
  return { services: priced, calculation, needs }
}

/** Finds services by id, name or part of a name; returns all if none matches, so that the caller sees what exists. */
function findServices(services: readonly Service[], asked: string): readonly Service[] {
  const wanted = foldForSearch(asked).trim()
  const exact = services.filter(({ id, name }) => id === wanted || foldForSearch(name) === wanted)
  if (exact.length > 0) return exact
  const near = services.filter(({ name }) => foldForSearch(name).includes(wanted))
  return near.length > 0 ? near : services
}

type Placed = { path: string; block: PageBlock }

type Plan = { name: string; text: string; price: number; includes: string[] }

function plansOf({ path, currency }: Service, blocks: readonly Placed[]) {
  return (
    blocks
      .filter((placed) => placed.path === path && placed.block.type === 'plans')
      // A published block has passed the schema of its type.
      .flatMap(({ block }) => (block.props as { plans: Plan[] }).plans)
      .map(({ name, text, price, includes }) => ({ name, text, includes, price: money(price, currency) }))
  )
}

type Labels = Readonly<Record<string, string>>

type Calculator = {
  needs: readonly ('calls' | 'people' | 'runs' | 'minutes' | 'rate')[]
  compute: (given: Given) => Line[]
}

type VoiceAssumed = Pick<VoiceCase, 'occupancy' | 'stillPeople' | 'capacity' | 'personFrom' | 'personTo'>
type WorkflowAssumed = Pick<WorkflowCase, 'days' | 'shareFrom' | 'shareTo' | 'checking' | 'cost'>
type VoiceProps = VoiceAssumed & { calculator: VoiceLabels & Record<string, string> }
type WorkflowProps = WorkflowAssumed & { calculator: WorkflowLabels & Record<string, string> }

/** Returns the calculator that uses a service, or that is on its page. */
function findCalculator(service: Service, blocks: readonly Placed[]): Calculator | null {
  for (const { path, block } of blocks) {
    // Blocks of these types have passed their schemas.
    if (block.type === 'voice-calculator') {
      const { service: of, ...props } = block.props as VoiceProps & { service: string }
      if (of === service.id && service.priceFrom !== null) return voiceCalculator(props, service)
    } else if (block.type === 'workflow-calculator' && path === service.path)
      return workflowCalculator(block.props as WorkflowProps, service)
  }
  return null
}

function voiceCalculator(
  { calculator: labels, ...assumed }: VoiceProps,
  { priceFrom, priceTo, currency }: Service,
): Calculator {
  const formats = { locale: defaultLocale, currency }
  const cheapest = assertDefined(priceFrom, 'a service without a price has no calculator')
  return {
    needs: ['calls', 'minutes'],
    compute(given) {
      const numbers: VoiceCase = withinLimits(
        {
          ...assumed,
          calls: numberOf(given, 'calls'),
          minutes: numberOf(given, 'minutes'),
          days: given.days ?? voiceExample.days,
        },
        voiceQuantities,
      )
      const result = voiceSaving(numbers, between(cheapest, priceTo ?? cheapest))
      const { lines } = describeVoice(result, named(labels, ['human', 'voice', 'saving', 'none']), formats)
      return [...lines, ...assumptionsOf(numbers, voiceQuantities, labels, formats)]
    },
  }
}

function workflowCalculator(
  { calculator: labels, ...assumed }: WorkflowProps,
  { currency }: Service,
): Calculator {
  const formats = { locale: defaultLocale, currency }
  return {
    needs: ['people', 'runs', 'minutes', 'rate'],
    compute(given) {
      const numbers: WorkflowCase = withinLimits(
        {
          ...assumed,
          people: numberOf(given, 'people'),
          runs: numberOf(given, 'runs'),
          minutes: numberOf(given, 'minutes'),
          rate: numberOf(given, 'rate'),
          ...(given.days !== undefined && { days: given.days }),
        },
        workflowQuantities,
      )
      const words = named(labels, ['hoursToday', 'hoursSaved', 'perYear', 'none'])
      const { lines } = describeWorkflow(workflowSaving(numbers), words, formats)
      return [...lines, ...assumptionsOf(numbers, workflowQuantities, labels, formats)]
    },
  }
}

/** Returns the values that the result depends on, so that the assistant can state them. */
function assumptionsOf(
  given: GivenNumbers,
  quantities: Quantities,
  labels: Labels,
  formats: Formats,
): Line[] {
  return Object.entries(quantities).flatMap(([name, quantity]) => {
    const value = given[name]
    if (value === undefined) return []
    return [{ label: labelOf(labels, name), value: formatQuantity(value, quantity, formats) }]
  })
}

function named<Words extends Labels>(labels: Words, names: readonly string[]): Words {
  return { ...labels, ...Object.fromEntries(names.map((name) => [name, labelOf(labels, name)])) }
}

function numberOf(given: Given, name: Calculator['needs'][number]): number {
  return assertDefined(given[name], 'what a calculator needs was looked for before')
}

/** Falls back to the name if the owner left the label empty. */
function labelOf(labels: Labels, name: string): string {
  return labels[name] || name
}

function money(amount: number, currency: string): string {
  return formatMoney(amount, currency, defaultLocale)
}
