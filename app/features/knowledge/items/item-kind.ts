import type { KnowledgeKind } from '#app/platform/db/schema/knowledge.ts'

export const kindNames: Readonly<Record<KnowledgeKind, string>> = {
  pdf: 'PDF',
  text: 'Text',
  url: 'URL',
  site: 'Site',
}

export const itemKinds: readonly KnowledgeKind[] = ['pdf', 'text', 'url', 'site']
