import { readContent } from '#app/features/content/site-content.server.ts'
import { assertDefined } from '#app/lib/assert-defined.ts'
import { defaultLocale } from '#app/lib/messages.ts'
import { formatMoney } from '#app/lib/money.ts'
import { foldForSearch } from '#app/lib/readable-text.ts'
import type { Ctx } from '#app/platform/context.server.ts'

import { type VoicePrices, voiceSaving } from '../blocks/calculators/voice-saving.ts'
import { workflowSaving } from '../blocks/calculators/workflow-saving.ts'
import type { PageBlock } from '../parse-block.ts'
import type { Service } from '../services.ts'

type Given = {
  service?: string | undefined
  people?: number | undefined
  hours?: number | undefined
  minutes?: number | undefined
  rate?: number | undefined
}

type Line = { label: string; value: string }

export type Priced = {
  services: {
    id: string
    name: string
    price: string
    path: string
    plans: { name: string; price: string; text: string; includes: string[] }[]
  }[]
  /** What the service's calculator says. */
  calculation: Line[] | null
  /** Which numbers it still needs. */
  needs: string[]
}

/** What the site says of prices: those of all services, or of one with its plans and its calculator. */
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
  const calculation = needs.length === 0 ? calculator.compute(given, only.currency) : null
  return { services: priced, calculation, needs }
}

/** By id, by name, or by a part of the name; all where nothing fits, so that the asker sees what there is. */
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
      // A block of this type passed its schema.
      .flatMap(({ block }) => (block.props as { plans: Plan[] }).plans)
      .map(({ name, text, price, includes }) => ({ name, text, includes, price: money(price, currency) }))
  )
}

type Calculator = {
  needs: readonly ('people' | 'hours' | 'minutes' | 'rate')[]
  compute: (given: Given, currency: string) => Line[]
}

type VoiceProps = {
  service: string
  personFrom: number
  personTo: number
  calculator: Record<string, string>
}
type WorkflowProps = { percent: number; calculator: Record<string, string> }

/** The calculator that computes with a service, or that stands on its page. */
function findCalculator(service: Service, blocks: readonly Placed[]): Calculator | null {
  for (const { path, block } of blocks) {
    // Blocks of these types passed their schemas.
    if (block.type === 'voice-calculator') {
      const props = block.props as VoiceProps
      const { priceFrom, priceTo } = service
      if (props.service === service.id && priceFrom !== null)
        return voiceCalculator(props, { agentFrom: priceFrom, agentTo: priceTo ?? priceFrom })
    } else if (block.type === 'workflow-calculator' && path === service.path)
      return workflowCalculator(block.props as WorkflowProps)
  }
  return null
}

function voiceCalculator(
  { personFrom, personTo, calculator: labels }: VoiceProps,
  agent: Pick<VoicePrices, 'agentFrom' | 'agentTo'>,
): Calculator {
  return {
    needs: ['people', 'hours', 'minutes'],
    compute(given, currency) {
      const agents = numberOf(given, 'people')
      const result = voiceSaving(
        { agents, hours: numberOf(given, 'hours'), minutes: numberOf(given, 'minutes') },
        { personFrom, personTo, ...agent },
      )
      const monthly = (amount: number) => `${money(amount, currency)} a month`
      return [
        { label: labelOf(labels, 'human'), value: monthly(result.human) },
        { label: labelOf(labels, 'voice'), value: monthly(result.voice) },
        { label: labelOf(labels, 'saving'), value: monthly(result.saving) },
      ]
    },
  }
}

function workflowCalculator({ percent, calculator: labels }: WorkflowProps): Calculator {
  return {
    needs: ['people', 'hours', 'rate'],
    compute(given, currency) {
      const people = numberOf(given, 'people')
      const work = { people, hours: numberOf(given, 'hours'), rate: numberOf(given, 'rate') }
      const { hoursPerMonth, perMonth, perYear } = workflowSaving(work, percent / 100)
      return [
        { label: labelOf(labels, 'hoursSaved'), value: String(hoursPerMonth) },
        { label: labelOf(labels, 'perMonth'), value: money(perMonth, currency) },
        { label: labelOf(labels, 'perYear'), value: money(perYear, currency) },
      ]
    },
  }
}

function numberOf(given: Given, name: 'people' | 'hours' | 'minutes' | 'rate'): number {
  return assertDefined(given[name], 'what a calculator needs was looked for before')
}

/** The owner may leave a label empty; then what it names stands there. */
function labelOf(labels: Readonly<Record<string, string>>, name: string): string {
  return labels[name] || name
}

function money(amount: number, currency: string): string {
  return formatMoney(amount, currency, defaultLocale)
}
