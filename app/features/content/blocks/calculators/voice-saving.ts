/** What one voice agent answers in a month at the upper price. */
export const MINUTES_PER_AGENT = 10_000
/** Hours a week of one person at the phone, full time. */
export const FULL_TIME = 40

export type VoiceCase = {
  /** People who answer calls today. */
  agents: number
  /** Hours a week each of them is on the phone. */
  hours: number
  /** Call minutes a month, all together. */
  minutes: number
}

/** By the month. */
export type VoicePrices = { personFrom: number; personTo: number; agentFrom: number; agentTo: number }

export type VoiceSaving = {
  /** A month. */
  human: number
  voice: number
  saving: number
  /** Of the human cost, from 0 to 1. */
  share: number
}

/**
 * Monthly cost of people against voice agents: people at the middle of their cost for full time, in proportion to their
 * hours; voice agents from their lower to their upper price in proportion to their minutes, as many as it takes.
 */
export function voiceSaving({ agents, hours, minutes }: VoiceCase, prices: VoicePrices): VoiceSaving {
  const human = Math.round(agents * (hours / FULL_TIME) * middleOf(prices))
  const voiceAgents = Math.max(1, Math.ceil(minutes / MINUTES_PER_AGENT))
  const load = minutes / (voiceAgents * MINUTES_PER_AGENT)
  const span = prices.agentTo - prices.agentFrom
  const voice = Math.round(voiceAgents * (prices.agentFrom + span * load))
  const saving = Math.max(0, human - voice)
  return { human, voice, saving, share: human > 0 ? saving / human : 0 }
}

/** What a person at the phone costs, by which is computed. */
export function middleOf({ personFrom, personTo }: Pick<VoicePrices, 'personFrom' | 'personTo'>): number {
  return (personFrom + personTo) / 2
}
