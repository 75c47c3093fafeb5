import type { FetcherWithComponents } from 'react-router'

import type { listItems } from '../items/list-items.server.ts'

import type { KnowledgeAnswer } from './change-knowledge.server.ts'

export type ListedItem = Awaited<ReturnType<typeof listItems>>['items'][number]

/** What the list's rows ask for goes through one fetcher, which outlives the row that it deletes. */
export type ItemChange = FetcherWithComponents<KnowledgeAnswer>
