import { readPostListQuery } from '#app/features/blog/post-list-query.ts'
import { listPosts } from '#app/features/blog/list-posts.server.ts'
import { readConversationListQuery } from '#app/features/chat/conversations/conversation-list-query.ts'
import { listConversations } from '#app/features/chat/conversations/list-conversations.server.ts'
import { readPageListQuery } from '#app/features/content/pages/page-list-query.ts'
import { listPageTable } from '#app/features/content/pages/read-pages.server.ts'
import { listItems } from '#app/features/knowledge/items/list-items.server.ts'
import { readLeadListQuery } from '#app/features/leads/lead-list-query.ts'
import { listLeads } from '#app/features/leads/list-leads.server.ts'
import { listPeople } from '#app/features/people/list-people.server.ts'
import { readPeopleListQuery } from '#app/features/people/people-list-query.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import { may, type Permission } from '#app/platform/permissions.ts'
import { requireActor } from '#app/platform/require-actor.ts'

export type Hit = { title: string; text: string | null; path: string }
export type HitGroup = { name: string; hits: Hit[] }

const HITS_OF_A_GROUP = 5

type Source = { name: string; read: Permission; find: (ctx: Ctx, q: string) => Promise<Hit[]> }

const asQuery = (q: string) => new URLSearchParams({ q })

const sources: readonly Source[] = [
  {
    name: 'Leads',
    read: 'leads.read',
    async find(ctx, q) {
      const { leads } = await listLeads(ctx, readLeadListQuery(asQuery(q)))
      return leads.map(({ id, name, company, email }) => ({
        title: company ? `${name}, ${company}` : name,
        text: email,
        path: `/admin/leads/${id}`,
      }))
    },
  },
  {
    name: 'People',
    read: 'leads.read',
    async find(ctx, q) {
      const { people } = await listPeople(ctx, readPeopleListQuery(asQuery(q)))
      return people.map(({ id, name, company, addresses }) => ({
        title: company ? `${name}, ${company}` : name,
        text: addresses.join(' '),
        path: `/admin/people/${id}`,
      }))
    },
  },
  {
    name: 'Conversations',
    read: 'conversations.read',
    async find(ctx, q) {
      const { conversations } = await listConversations(ctx, readConversationListQuery(asQuery(q)))
      return conversations.map(({ id, found, page }) => ({
        title: found ?? 'Conversation',
        text: page,
        path: `/admin/conversations/${id}`,
      }))
    },
  },
  {
    name: 'Pages',
    read: 'content.read',
    async find(ctx, q) {
      const { listed } = await listPageTable(ctx, readPageListQuery(asQuery(q)))
      return listed.map(({ id, name, path }) => ({ title: name, text: path, path: `/admin/pages/${id}` }))
    },
  },
  {
    name: 'Posts',
    read: 'content.read',
    async find(ctx, q) {
      const { posts } = await listPosts(ctx, readPostListQuery(asQuery(q)))
      return posts.map(({ id, title, slug }) => ({ title, text: `/blog/${slug}`, path: `/admin/blog/${id}` }))
    },
  },
  {
    name: 'Knowledge',
    read: 'knowledge.read',
    async find(ctx, q) {
      const { items } = await listItems(ctx, { q })
      return items.map(({ id, title }) => ({ title, text: null, path: `/admin/knowledge/${id}` }))
    },
  },
]

/** Returns the first matches of each kind that the member may read; nothing for fewer than two characters. */
export async function searchEverything(ctx: Ctx, typed: string): Promise<HitGroup[]> {
  const { role } = requireActor(ctx, 'account.read')
  const q = typed.trim().slice(0, 200)
  if (q.length < 2) return []
  const groups = await Promise.all(
    sources
      .filter(({ read }) => may(role, read))
      .map(async ({ name, find }) => ({ name, hits: (await find(ctx, q)).slice(0, HITS_OF_A_GROUP) })),
  )
  return groups.filter(({ hits }) => hits.length > 0)
}
