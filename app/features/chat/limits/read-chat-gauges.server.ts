import { countInFlight } from '#app/features/chat/replies/in-flight.server.ts'
import { countAllWatchers } from '#app/features/chat/replies/watch-conversation.server.ts'
import type { Ctx } from '#app/platform/context.server.ts'
import type { Gauge } from '#app/platform/gauges.server.ts'

import { chatLimits } from './chat-limits.server.ts'
import { readSpending } from '#app/features/ai/spending/ledger.server.ts'

export async function readChatGauges(ctx: Ctx): Promise<Gauge[]> {
  const [{ today, thisMonth }, { dailyCap, monthlyCap }] = [
    await readSpending(ctx),
    await chatLimits.read(ctx),
  ]
  const perPeriod = (day: number, month: number) => [
    { labels: { period: 'day' }, value: day },
    { labels: { period: 'month' }, value: month },
  ]
  return [
    {
      type: 'gauge',
      name: 'chat_replies_under_way',
      help: 'Replies that this process is streaming from a provider.',
      samples: [{ value: countInFlight(ctx) }],
    },
    {
      type: 'gauge',
      name: 'chat_streams_open',
      help: 'Connections to this process that follow a conversation, of visitors and the owner.',
      samples: [{ value: countAllWatchers(ctx) }],
    },
    {
      type: 'gauge',
      name: 'assistant_spent_usd',
      help: 'Spent by the assistant today and this month (UTC), including what is reserved for unfinished replies.',
      samples: perPeriod(today / 1_000_000, thisMonth / 1_000_000),
    },
    {
      type: 'gauge',
      name: 'assistant_cap_usd',
      help: 'The caps on what the assistant spends.',
      samples: perPeriod(dailyCap, monthlyCap),
    },
  ]
}
