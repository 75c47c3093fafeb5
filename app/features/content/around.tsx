import { createContext, use } from 'react'

import { useFrameData } from '#app/ui/use-site.ts'

import type { ShownMenus } from './menus/shown-menus.ts'
import type { PageKind } from './page-kinds.ts'
import type { Service } from './services.ts'

/** What a block may know about the page that contains it. */
export type Around = {
  id: string
  kind: PageKind
  path: string
  name: string
  /** Services as they would be if a draft were published; elsewhere they come from the layout's loader. */
  services?: readonly Service[]
  /** Set on pages that have a block with figures. */
  figures?: PageFigures
}

/** Measured in the visits of the last 28 days; `p75` is null without any visit. */
export type MeasuredSpeed = { p75: number | null; visits: number }

export type PageFigures = {
  /** In milliseconds, on all pages of the site. */
  lcp: MeasuredSpeed
  ttfb: MeasuredSpeed
  /** Bytes as sent; null if the scripts are not built. */
  script: number | null
  /** When they were read, in milliseconds UTC. */
  at: number
  timeZone: string
}

/** What the request to the contact form carried: the service, the plan, and the errors of a rejected attempt. */
export type AskedFor = {
  service?: string
  serviceId?: string
  plan?: string
  values?: Readonly<Record<string, string>>
  errors?: Readonly<Record<string, string>>
  refusal?: string
}

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

/** Returns all services in the order of the menu. */
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

/** Returns all published case studies in the order of the pages, as read by the public layout's loader. */
export function useCaseStudies(): readonly CaseStudy[] {
  return useFrameData<{ caseStudies: readonly CaseStudy[] }>()?.caseStudies ?? none
}

/** Returns the service whose page this is; undefined on other pages. */
export function useOwnService(): Service | undefined {
  const { id } = useAround()
  return useServices().find((service) => service.id === id)
}

/** Returns the existing services among `ids`, in that order; all services if `ids` is empty. */
export function useNamedServices(ids: readonly string[]): readonly Service[] {
  const services = useServices()
  if (ids.length === 0) return services
  return ids.flatMap((id) => services.find((service) => service.id === id) ?? [])
}
