import type { ReplyRequest } from './model-call.ts'

/** English has about four. Three makes the estimate of tokens too high rather than too low, also for other languages. */
export const CHARACTERS_PER_TOKEN = 3

export function estimateTokens(characters: number): number {
  return Math.ceil(characters / CHARACTERS_PER_TOKEN)
}

export function lengthOf({ instructions, knowledge = '', turns, rounds, tools }: ReplyRequest): number {
  const ofTurns = turns.reduce((sum, { content }) => sum + content.length, 0)
  return instructions.length + knowledge.length + ofTurns + jsonLength(rounds) + jsonLength(tools)
}

function jsonLength(part: object | undefined): number {
  return part ? JSON.stringify(part).length : 0
}

/** Drops the oldest turns, then shortens the rest with `shorter`, until the request fits into `tokens`. */
export function fitRequest(request: ReplyRequest, tokens: number): ReplyRequest {
  let { turns } = request
  const fits = () => estimateTokens(lengthOf({ ...request, turns })) <= tokens
  while (!fits() && turns.length > 1) turns = withoutOldest(turns)
  if (fits() || !request.shorter) return { ...request, turns }
  const less = request.shorter()
  return fitRequest({ ...less, turns: less.turns.slice(-turns.length) }, tokens)
}

/** The first turn must be the visitor's. */
function withoutOldest(turns: ReplyRequest['turns']): ReplyRequest['turns'] {
  const next = turns.findIndex(({ role }, at) => at > 0 && role === 'user')
  return turns.slice(next === -1 ? -1 : next)
}
