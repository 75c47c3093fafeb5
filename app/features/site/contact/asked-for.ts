import type { Service } from '#app/features/content/services.ts'
import type { QueryKeys } from '#app/platform/http/page-handle.ts'

/** The services and plans that links to the contact form may name; other values share one cached page. */
export function askableKeys(services: readonly Service[]): QueryKeys {
  return {
    service: (id) => services.some((service) => service.id === id),
    plan: (id) => services.some(({ plans }) => plans.some((plan) => plan.id === id)),
  }
}

/** Returns the service and plan that a link to the contact form names; unknown ones are ignored. */
export function findAskedFor(
  query: URLSearchParams,
  services: readonly Service[],
): { service?: string; serviceId?: string; plan?: string } {
  const service = services.find(({ id }) => id === query.get('service'))
  if (!service) return {}
  const plan = service.plans.find(({ id }) => id === query.get('plan'))
  return { service: service.name, serviceId: service.id, ...(plan && { plan: plan.name }) }
}
