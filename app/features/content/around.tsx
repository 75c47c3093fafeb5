import { createContext, use } from 'react'

import { useFrameData } from '#app/ui/use-site.ts'

import type { ShownMenus } from './menus/shown-menus.ts'
import type { PageKind } from './page-kinds.ts'
import type { Service } from './services.ts'

/** What a block may know of the page it stands on. */
export type Around = {
  id: string
  kind: PageKind
  path: string
  name: string
  /** What would be sold if a draft were published; elsewhere it is what the layout's loader read. */
  services?: readonly Service[]
  /** Where a block shows them. */
  figures?: PageFigures
}

/** What was measured in the visits of the last 28 days; null without any. */
export type MeasuredSpeed = { p75: number | null; visits: number }

export type PageFigures = {
  /** In milliseconds, on all pages of the site. */
  lcp: MeasuredSpeed
  ttfb: MeasuredSpeed
  /** Bytes, as they are sent; null where the scripts are not built. */
  script: number | null
  /** When they were read, in milliseconds UTC. */
  at: number
  timeZone: string
}

/** What came with the request to the contact form: which service and plan, and what was wrong with an earlier try. */
export type AskedFor = {
  service?: string
  plan?: string
  values?: Readonly<Record<string, string>>
  errors?: Readonly<Record<string, string>>
  refusal?: string
}

/** A published page of that kind, as lists show it. */
export type CaseStudy = Pick<Around, 'path' | 'name'> & { description: string }

const AroundContext = createContext<Around>({ id: 'home', kind: 'page', path: '/', name: '' })
const AskedForContext = createContext<AskedFor>({})

export const AroundProvider = AroundContext.Provider
export const AskedForProvider = AskedForContext.Provider

export function useAround(): Around {
  return use(AroundContext)
}

export function useAskedFor(): AskedFor {
  return use(AskedForContext)
}

/** Everything that is sold, in the order of the menu. */
export function useServices(): readonly Service[] {
  const published = useFrameData<{ services: readonly Service[] }>()?.services ?? []
  return use(AroundContext).services ?? published
}

const noMenus: ShownMenus = {
  header: [],
  button: null,
  columns: [],
  blurb: '',
  legalLine: '',
  since: null,
  showsAdmin: false,
}

export function useMenus(): ShownMenus {
  return useFrameData<{ menus: ShownMenus }>()?.menus ?? noMenus
}

const none: readonly CaseStudy[] = []

/** Every published case study, in the order of the pages, as the public layout's loader read them. */
export function useCaseStudies(): readonly CaseStudy[] {
  return useFrameData<{ caseStudies: readonly CaseStudy[] }>()?.caseStudies ?? none
}

/** The service whose page this is; undefined on other pages. */
export function useOwnService(): Service | undefined {
  const { id } = useAround()
  return useServices().find((service) => service.id === id)
}

/** Those services that a block names and that there are, in the block's order; all where it names none. */
export function useNamedServices(ids: readonly string[]): readonly Service[] {
  const services = useServices()
  if (ids.length === 0) return services
  return ids.flatMap((id) => services.find((service) => service.id === id) ?? [])
}
