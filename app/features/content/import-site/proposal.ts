import { z } from 'zod'

/** A text of another site, and the page that contains it. */
const sourcedSchema = z.object({ text: z.string(), url: z.string() })
export type Sourced = z.output<typeof sourcedSchema>

const pageSchema = z.object({
  kind: z.enum(['page', 'service']),
  path: z.string(),
  url: z.string(),
  document: z.record(z.string(), z.unknown()),
  /** All texts of the draft, with their sources. */
  sentences: z.array(sourcedSchema),
  /** Id of the draft made from it. */
  keptAs: z.string().optional(),
})
export type ProposedPage = z.output<typeof pageSchema>

const postSchema = z.object({
  title: z.string(),
  content: z.string(),
  excerpt: z.string(),
  language: z.string().default(''),
  author: z.string().default(''),
  /** As the page writes it. */
  date: z.string().default(''),
  url: z.string(),
  keptAs: z.string().optional(),
})
export type ProposedPost = z.output<typeof postSchema>

const factSchema = z.object({
  name: z.string(),
  title: z.string(),
  value: z.string(),
  url: z.string(),
  keptAs: z.string().optional(),
})
export type ProposedFact = z.output<typeof factSchema>

/** What was found on another site. Visitors see nothing of it until the owner publishes it. */
export const proposalSchema = z.object({
  address: z.string(),
  name: sourcedSchema.nullable(),
  pages: z.array(pageSchema),
  posts: z.array(postSchema),
  facts: z.array(factSchema),
  menu: z.array(z.object({ text: z.string(), target: z.string(), url: z.string() })),
  colours: z.array(sourcedSchema),
  logo: sourcedSchema.nullable(),
  logoFile: z.object({ name: z.string(), bytes: z.string() }).nullable().default(null),
  read: z.array(z.string()),
  left: z.array(z.object({ url: z.string(), reason: z.string() })),
})
export type Proposal = z.output<typeof proposalSchema>
