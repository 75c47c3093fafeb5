import type { Ctx } from '#app/platform/context.server.ts'
import { noticeRecipients, queueEmail } from '#app/platform/email/queue-email.server.ts'
import type { NoticeKind } from '#app/platform/notice-events.ts'

import type { Described } from './described.ts'
import { noticeEmail } from './notice.email.tsx'
import { postOutward } from './post-outward.server.ts'
import type { ChannelName } from './preferences.ts'
import { sendPush } from './push/send-push.server.ts'
import { findPreferences, openAddress, type WebhookChannel } from './stored-preferences.server.ts'

const LONGEST = 1500

export type Outgoing = Described & {
  id: string
  kind: NoticeKind | 'test'
  member: { id: string; email: string }
}

/** Stores the delivery, in the transaction that completes the job. */
type Stores = (ctx: Ctx) => Promise<void>

/** Returns null if the member has not set the channel up. @throws {Error} whose message may be shown */
type Send = (ctx: Ctx, notice: Outgoing, signal: AbortSignal) => Promise<Stores | null>

const nothing: Stores = async () => {}

export const channels: Readonly<Record<ChannelName, Send>> = {
  async push(ctx, { id, kind, member, ...said }, signal) {
    const push = { ...said, id, memberId: member.id, isUrgent: kind === 'chat' }
    return (await sendPush(ctx, push, signal)) === null ? null : nothing
  },
  slack: (ctx, notice, signal) => post(ctx, 'slack', notice, signal),
  discord: (ctx, notice, signal) => post(ctx, 'discord', notice, signal),
  async mail(ctx, { id, kind, member, ...said }) {
    // The notice addresses already get a mail for each inquiry and waiting visitor.
    const others = kind === 'inquiry' || kind === 'chat' ? await noticeRecipients(ctx) : []
    if (others.some((address) => address.toLowerCase() === member.email.toLowerCase())) return nothing
    return async (ctx) => {
      await queueEmail(ctx, {
        template: noticeEmail,
        props: { title: said.title, text: said.text, path: said.path },
        to: [member.email],
        dedupeKey: `notice:${id}`,
        about: said.about,
        ...(said.replyTo !== undefined && { replyTo: said.replyTo }),
      })
    }
  },
}

async function post(
  ctx: Ctx,
  channel: WebhookChannel,
  notice: Outgoing,
  signal: AbortSignal,
): Promise<Stores | null> {
  const url = openAddress(ctx, channel, await findPreferences(ctx, notice.member.id))
  if (url === null) return null
  const { publicUrl } = await ctx.site(ctx)
  const response = await postOutward(
    ctx,
    url,
    {
      body: JSON.stringify(bodies[channel](notice, publicUrl + notice.path)),
      headers: { 'content-type': 'application/json' },
    },
    signal,
  )
  if (!response.ok) throw new Error(`The address answered ${response.status}.`)
  return nothing
}

/** Visitors type names and messages: they must not be able to mention a team or insert links. */
const bodies: Readonly<Record<WebhookChannel, (notice: Described, url: string) => object>> = {
  slack: ({ title, text }, url) => ({
    text: escapeSlack(title),
    blocks: [
      {
        type: 'section',
        text: { type: 'plain_text', text: cut(withoutMentions(`${title}\n${text}`)), emoji: false },
      },
      { type: 'section', text: { type: 'mrkdwn', text: `<${url}|Open>` } },
    ],
  }),
  discord: ({ title, text }, url) => ({
    content: `${cut(withoutMentions(escapeMarkdown(`${title}\n${text}`)))}\n${url}`,
    allowed_mentions: { parse: [] },
    // SUPPRESS_EMBEDS: no link previews.
    flags: 4,
  }),
}

/** Slack makes mentions and links of these three characters. */
function escapeSlack(text: string): string {
  return withoutMentions(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

/** Discord formats these characters as links, headings and the like. */
function escapeMarkdown(text: string): string {
  return text.replaceAll(/[\\`*_~|[\]()<>#-]/g, String.raw`\$&`)
}

/** Slack-compatible programs read `@channel` in any text. */
function withoutMentions(text: string): string {
  return text.replaceAll('@', '@\u200B')
}

function cut(text: string): string {
  return text.length > LONGEST ? `${text.slice(0, LONGEST).toWellFormed()}…` : text
}
