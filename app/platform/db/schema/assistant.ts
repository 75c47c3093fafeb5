import type { Generated } from 'kysely'

export type AssistantTable = {
  /** `site` for the one of this site. */
  id: string
  /** Public; other sites name the assistant by it. */
  key: string
  name: string
  created_at: number
  updated_at: number
  /** JSON; empty for the site's, whose settings are settings of the installation. */
  settings: string
  /** What other sites sign the identity of their visitors with. */
  sealed_secret: Generated<string | null>
  /** JSON of the link by which a client reads what the assistant does. */
  client_link: Generated<string | null>
}

/** Who gets the weekly mail about an assistant. */
export type ClientAddressTable = {
  id: string
  assistant_id: string
  email: string
  created_at: number
  /** When the recipient asked for no more of these mails. */
  stopped_at: number | null
}

/** `cost_micros` is in millionths of a US dollar; `day` in UTC. */
export type AssistantUsageTable = { assistant_id: string; day: string; cost_micros: number }

/** An origin on which the assistant was asked for and is not allowed. */
export type AssistantRefusalTable = { assistant_id: string; origin: string; seen_at: number; times: number }

export type AssistantCollectionTable = { assistant_id: string; collection_id: string }

export type KnowledgeCollectionTable = { id: string; name: string; created_at: number }

export type KnowledgeCollectionItemTable = { item_id: string; collection_id: string }
