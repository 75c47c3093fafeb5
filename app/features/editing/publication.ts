import { assertDefined } from '#app/lib/assert-defined.ts'

export const publicationStates = ['published', 'draft', 'scheduled'] as const
export type PublicationState = (typeof publicationStates)[number]

/** Columns that hold whether and when something is public. */
export type Publication = {
  published: 0 | 1
  /** First publication: the date that readers see, which later publications keep. */
  published_at: number | null
  publish_at: number | null
}

type FirstPublished = Pick<Publication, 'published_at'>

export function stateOf({
  published,
  publish_at,
}: Pick<Publication, 'published' | 'publish_at'>): PublicationState {
  if (published === 1) return 'published'
  return publish_at === null ? 'draft' : 'scheduled'
}

export function publish({ published_at }: FirstPublished, now: number): Publication {
  return { published: 1, published_at: published_at ?? now, publish_at: null }
}

export function unpublish({ published_at }: FirstPublished): Publication {
  return { published: 0, published_at, publish_at: null }
}

export function schedule({ published_at }: FirstPublished, at: number): Publication {
  return { published: 0, published_at, publish_at: at }
}

/** Returns the id of the job that publishes it at that time; failures are found by it. @param kind such as `post` */
export function publishJobId(kind: string, id: string, at: number): string {
  return `publish-${kind}:${id}@${at}`
}

export function datesOf(published: FirstPublished & { updated_at: number }) {
  const publishedAt = assertDefined(published.published_at, 'what is published has a date')
  return { publishedAt, updatedAt: Math.max(published.updated_at, publishedAt) }
}
