import { ASSISTANT_HEADER } from '#app/features/chat/chat-events.ts'
import type { HostFacts } from '#app/features/chat/embed/host-facts.ts'

/** The assistant of this document and the page around it; both null on our own pages. */
const speaking: { key: string | null; host: HostFacts | null } = { key: null, host: null }

export function speakAs(key: string): void {
  speaking.key = key
}

export function noteHost(facts: HostFacts): void {
  speaking.host = { ...speaking.host, ...facts }
}

export function spokenOn(): HostFacts | null {
  return speaking.host
}

export function assistantHeaders(): Record<string, string> {
  return speaking.key === null ? {} : { [ASSISTANT_HEADER]: speaking.key }
}

export function assistantKey(): string | null {
  return speaking.key
}
