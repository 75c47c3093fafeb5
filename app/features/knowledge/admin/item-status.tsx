import type { KnowledgeStatus } from '#app/platform/db/schema/knowledge.ts'
import { Badge } from '#app/ui/badge.tsx'

type Reading = { status: KnowledgeStatus; progress: number }

export function isInProgress({ status }: Pick<Reading, 'status'>): boolean {
  return status === 'queued' || status === 'reading'
}

export function ItemStatus({ item: { status, progress } }: { item: Reading }) {
  if (status === 'queued') return <Badge>Queued</Badge>
  if (status === 'reading') return <Badge tone="accent">Reading {progress}%</Badge>
  return status === 'ready' ? <Badge tone="success">Ready</Badge> : <Badge tone="danger">Failed</Badge>
}
