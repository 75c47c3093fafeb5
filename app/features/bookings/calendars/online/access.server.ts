import type { Ctx } from '#app/platform/context.server.ts'
import { calendarRow } from '#app/platform/crypto/sealed-rows.server.ts'
import { AppError } from '#app/platform/errors.ts'
import { getClient, type OauthProvider, oauthProviders } from '#app/platform/oauth/oauth-clients.server.ts'
import { ask, currentTokens, type TokenPlace } from '#app/platform/oauth/oauth-tokens.server.ts'

export type OnlineFeed = { id: string; kind: OauthProvider }

export type Call = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: string
  json?: (account: string) => object
  signal: AbortSignal
}

/** Calls the calendar's API, and renews the token if it has expired. @throws {AppError} invalid */
export async function callCalendar(ctx: Ctx, feed: OnlineFeed, { path, json, method, signal }: Call) {
  const { client } = await getClient(ctx, feed.kind)
  const place = placeOf(ctx, feed)
  const call = async (refused?: string) => {
    const { account, accessToken } = await currentTokens(ctx, place, {
      signal,
      ...(refused !== undefined && { refused }),
    })
    const url = `${client.addresses.api}${path}`
    const answer = await ask(ctx, {
      method,
      url,
      accessToken,
      signal,
      ...(json && { json: json(account) }),
    })
    return { ...answer, accessToken }
  }
  let answer = await call()
  if (answer.status === 401) answer = await call(answer.accessToken)
  if (answer.status === 401 || answer.status === 429 || answer.status >= 500)
    throw new AppError(
      'invalid',
      `${oauthProviders[feed.kind].label} answered with an error (${answer.status}).`,
    )
  return answer
}

function placeOf({ db }: Ctx, { id, kind }: OnlineFeed): TokenPlace {
  return {
    provider: kind,
    row: calendarRow(id),
    again: 'Please connect the calendar again.',
    async read() {
      const row = await db
        .selectFrom('calendar_feed')
        .select('sealed')
        .where('id', '=', id)
        .executeTakeFirst()
      return row ? row.sealed : null
    },
    async store(sealed, former) {
      await db
        .updateTable('calendar_feed')
        .set({ sealed })
        .where('id', '=', id)
        .where('sealed', '=', former)
        .execute()
    },
  }
}
