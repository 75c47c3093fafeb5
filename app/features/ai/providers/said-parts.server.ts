import type { LanguageModelV4StreamPart, SharedV4ProviderMetadata } from '@ai-sdk/provider'

import type { Said } from './model-call.ts'

type Part = Said[number]

/**
 * Keeps what a model said, in order. Reasoning keeps its signatures, without which Claude and Gemini reject the results
 * of tools that were called after it.
 */
export function createMemory() {
  const parts: Part[] = []
  const open = new Map<string, Extract<Part, { type: 'text' | 'reasoning' }>>()

  function begin(type: 'text' | 'reasoning', id: string): void {
    const part = { type, text: '' }
    open.set(`${type} ${id}`, part)
    parts.push(part)
  }

  function add(type: 'text' | 'reasoning', id: string, text: string, metadata?: SharedV4ProviderMetadata) {
    const part = open.get(`${type} ${id}`)
    if (!part) return
    part.text += text
    if (metadata) part.providerOptions = merged(part.providerOptions, metadata)
  }

  return {
    keep(part: LanguageModelV4StreamPart): void {
      switch (part.type) {
        case 'text-start':
        case 'reasoning-start': {
          const type = part.type === 'text-start' ? 'text' : 'reasoning'
          begin(type, part.id)
          return add(type, part.id, '', part.providerMetadata)
        }
        case 'text-delta':
        case 'reasoning-delta': {
          const type = part.type === 'text-delta' ? 'text' : 'reasoning'
          return add(type, part.id, part.delta, part.providerMetadata)
        }
        case 'text-end':
        case 'reasoning-end':
          return add(part.type === 'text-end' ? 'text' : 'reasoning', part.id, '', part.providerMetadata)
        case 'tool-call': {
          if (part.providerExecuted) return
          const { toolCallId, toolName, providerMetadata } = part
          const input = parseInput(part.input) ?? {}
          parts.push({
            type: 'tool-call',
            toolCallId,
            toolName,
            input,
            ...(providerMetadata && { providerOptions: providerMetadata }),
          })
        }
      }
    },
    /** Returns null if no tool was called. */
    said(): Said | null {
      if (!parts.some(({ type }) => type === 'tool-call')) return null
      return parts.filter((part) => part.type !== 'text' || part.text !== '')
    },
  }
}

function merged(
  before: SharedV4ProviderMetadata | undefined,
  after: SharedV4ProviderMetadata,
): SharedV4ProviderMetadata {
  const both = { ...before }
  for (const [provider, values] of Object.entries(after)) both[provider] = { ...both[provider], ...values }
  return both
}

export function parseInput(text: string): unknown {
  try {
    return JSON.parse(text || '{}') as unknown
  } catch {
    return undefined
  }
}
