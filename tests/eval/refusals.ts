import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { loadLanguage } from '#app/features/knowledge/search/languages.server.ts'
import { synonymsOf } from '#app/features/knowledge/search/synonyms.ts'
import { termOf } from '#app/features/knowledge/search/terms.ts'
import { attentiveReply } from '#tests/fakes/ai-provider/attentive.ts'
import { startAiProvider } from '#tests/fakes/ai-provider/server.ts'
import { startAppServer } from '#tests/support/app-server.ts'
import { eventsIn, postChat, storeProviderKey } from '#tests/support/chat-server.ts'

import { untilSiteIsRead } from './own-installation.ts'
import { ofSet, type Question, type QuestionSet } from './own-site.ts'

export type Refusals = Record<'answerable' | 'unanswerable', { asked: number; refused: string[] }>

/** Asks over HTTP, with a model that answers only from the passages in its prompt. */
export async function measureRefusals(
  sets: Record<keyof Refusals, readonly QuestionSet[]>,
): Promise<Refusals> {
  const english = await loadLanguage('en')
  const asked = Object.values(sets).flatMap((names) => names.flatMap(ofSet))
  const meanings = new Map(asked.map(({ text, english: meaning = text }) => [text, meaning]))
  const fake = await startAiProvider({
    reply: (request) =>
      attentiveReply(request, {
        synonyms: (word) => synonymsOf(termOf(word, english), english),
        inEnglish: (sentence) => meanings.get(sentence) ?? sentence,
      }),
  })
  const folder = mkdtempSync(join(tmpdir(), 'foyer-eval-'))
  const secret = 'a secret for evaluations, thrown away after'
  const env = { LOG_LEVEL: 'error', LIMITS: 'off', DATA_DIR: folder, APP_SECRET: secret, ...fake.env }
  await storeProviderKey(env)
  const server = await startAppServer(env)
  try {
    await untilSiteIsRead(env)
    const refusedOf = async (names: readonly QuestionSet[]) => {
      const questions = names.flatMap(ofSet)
      const refused: string[] = []
      for (const question of questions) if (await isRefused(server.url, question)) refused.push(question.text)
      return { asked: questions.length, refused }
    }
    return {
      answerable: await refusedOf(sets.answerable),
      unanswerable: await refusedOf(sets.unanswerable),
    }
  } finally {
    await server.stop()
    await fake.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** A refusal ends without a source and with the contact form. */
async function isRefused(url: string, { before = [], text }: Question): Promise<boolean> {
  let conversation: { conversationId: string; token: string } | null = null
  for (const message of [...before, text]) {
    const conversationId: string | null = conversation && conversation.conversationId
    const response = await postChat(
      url,
      { conversationId, message },
      { ...(conversation && { token: conversation.token }) },
    )
    const events = eventsIn(await response.text())
    const [begin] = events
    if (begin?.type !== 'begin') throw new Error(`“${message}” was not answered: ${response.status}`)
    conversation ??= { conversationId: begin.conversationId, token: String(begin.token) }
    if (message !== text) continue
    const last = events.at(-1)
    if (last?.type !== 'done' || last.end !== 'whole') throw new Error(`“${message}” was not answered whole.`)
    return !events.some(({ type }) => type === 'sources') && events.some(({ type }) => type === 'offer-form')
  }
  throw new Error('Nothing was asked.')
}
