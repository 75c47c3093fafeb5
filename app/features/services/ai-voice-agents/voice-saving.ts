import { humanAgentMonthly, voiceAgentMonthly } from '../figures.ts'

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

export type VoiceSaving = {
  /** US dollars a month. */
  human: number
  voice: number
  saving: number
  /** Of the human cost, from 0 to 1. */
  share: number
}

/**
 * Monthly cost of people against voice agents, from the prices of §9: people at the middle of $3,000 to $5,000 for full
 * time, in proportion to their hours; voice agents from $299 to $999 in proportion to their minutes, as many as it takes.
 */
export function voiceSaving({ agents, hours, minutes }: VoiceCase): VoiceSaving {
  const perPerson = (humanAgentMonthly.from + humanAgentMonthly.to) / 2
  const human = Math.round(agents * (hours / FULL_TIME) * perPerson)
  const voiceAgents = Math.max(1, Math.ceil(minutes / MINUTES_PER_AGENT))
  const load = minutes / (voiceAgents * MINUTES_PER_AGENT)
  const span = voiceAgentMonthly.to - voiceAgentMonthly.from
  const voice = Math.round(voiceAgents * (voiceAgentMonthly.from + span * load))
  const saving = Math.max(0, human - voice)
  return { human, voice, saving, share: human > 0 ? saving / human : 0 }
}
