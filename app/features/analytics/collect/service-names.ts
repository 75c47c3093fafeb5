/** Slug to name, of everything that is sold. */
export type ServiceNames = ReadonlyMap<string, string>

/** The slug of a service by its slug or name; null for what is not ours to sell. */
export function findService(services: ServiceNames, text: string | null | undefined): string | null {
  if (!text) return null
  if (services.has(text)) return text
  return [...services].find(([, name]) => name === text)?.[0] ?? null
}
