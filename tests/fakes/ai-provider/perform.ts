import type { ServerResponse } from 'node:http'
import { setImmediate as turn, setTimeout as pause } from 'node:timers/promises'

import type { FakeBehaviour, FakeUsage } from './behaviour.ts'
import type { Wire } from './wire.ts'

export type Asked = {
  wire: Wire
  model: string
  isStream: boolean
  response: ServerResponse
  body: unknown
}

const usual: FakeUsage = { input: 12, output: 7 }

const standardErrors: Record<number, string> = {
  401: 'Incorrect API key provided.',
  429: 'Rate limit reached.',
  500: 'The server had an error while processing your request.',
  503: 'The engine is currently overloaded.',
  529: 'Overloaded',
}

/** Answers one request as told; hanging responses stay open until either side closes them. */
export async function perform(behaviour: FakeBehaviour, asked: Asked): Promise<void> {
  const { wire, model, response, isStream } = asked
  if (!isStream && (await performWhole(behaviour, asked))) return
  switch (behaviour.kind) {
    case 'reply':
      return reply(asked, {
        pieces: piecesOf(behaviour.text),
        thoughts: behaviour.thoughts ?? [],
        usage: behaviour.usage ?? usual,
        finish: behaviour.finish ?? 'stop',
      })
    case 'reasoner':
      return reason(asked, behaviour)
    case 'too-long':
      response.writeHead(400, { 'content-type': 'application/json' })
      response.end(JSON.stringify(wire.tooLong()))
      return
    case 'slow':
      return replySlowly(asked, behaviour.text, behaviour.pause)
    case 'tool-call':
      beginStream(response)
      response.write(wire.open(model, usual))
      if (behaviour.text) response.write(wire.text(behaviour.text))
      response.write(wire.toolCall(behaviour.name, behaviour.input))
      response.end(wire.close(usual, 'tool'))
      return
    case 'tool-calls':
      return callTools(asked, behaviour)
    case 'error': {
      const message = behaviour.message ?? standardErrors[behaviour.status] ?? 'Refused.'
      response.writeHead(behaviour.status, { 'content-type': 'application/json', ...behaviour.headers })
      response.end(JSON.stringify(wire.error(behaviour.status, message)))
      return
    }
    case 'malformed':
      begin(asked, behaviour.text)
      response.write('data: {"choices": [{"delta": {\n\n')
      response.write(wire.text(' and more'))
      response.end(wire.close(usual, 'stop'))
      return
    case 'reset':
      begin(asked, behaviour.text)
      await pause(20)
      response.socket?.resetAndDestroy()
      return
    case 'cut':
      begin(asked, behaviour.text)
      await pause(20)
      response.end()
      return
    case 'refuse':
      response.socket?.destroy()
      return
    case 'hang-first-byte':
      if (behaviour.headers) {
        beginStream(response)
        response.flushHeaders()
      }
      return
    case 'hang':
      begin(asked, behaviour.text)
      return
    case 'empty':
      beginStream(response)
      response.write(wire.open(model, usual))
      response.end(wire.close({ ...usual, output: 0 }, 'stop'))
      return
    case 'html':
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
      response.end('<!doctype html><title>Sign in to the network</title><p>Please sign in.')
      return
    case 'lying-encoding':
      response.writeHead(200, { 'content-type': 'text/event-stream', 'content-encoding': 'gzip' })
      response.end(wire.open(model, usual) + wire.text('Hello') + wire.close(usual, 'stop'))
      return
    case 'flood':
      return flood(asked)
    case 'recorded':
      return replay(response, behaviour.bytes, behaviour.pieceSize ?? behaviour.bytes.length)
  }
}

/** Handles the behaviours that differ for a client that does not stream; returns false for all others. */
async function performWhole(behaviour: FakeBehaviour, asked: Asked): Promise<boolean> {
  const { wire, model, response } = asked
  const begun = (text: string) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    response.write(JSON.stringify(wire.whole(model, text, usual)).slice(0, -10))
  }
  switch (behaviour.kind) {
    case 'slow':
      await pause(behaviour.pause * behaviour.text.length)
      reply(asked, { pieces: behaviour.text, thoughts: [], usage: usual, finish: 'stop' })
      return true
    case 'empty':
      reply(asked, { pieces: [], thoughts: [], usage: usual, finish: 'stop' })
      return true
    case 'malformed':
    case 'cut':
      begun(behaviour.text)
      response.end()
      return true
    case 'hang':
      begun(behaviour.text)
      return true
    case 'reset':
      begun(behaviour.text)
      await pause(20)
      response.socket?.resetAndDestroy()
      return true
    default:
      return false
  }
}

function piecesOf(text: string | readonly string[]): readonly string[] {
  return typeof text === 'string' ? (text.match(/\S+\s*|\s+/g) ?? []) : text
}

function beginStream(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' })
}

function begin({ wire, model, response }: Asked, text: string): void {
  beginStream(response)
  response.write(wire.open(model, usual) + wire.text(text))
}

type Spoken = {
  pieces: readonly string[]
  thoughts: readonly string[]
  usage: FakeUsage
  finish: 'stop' | 'length'
}

function reply(
  { wire, model, isStream, response }: Asked,
  { pieces, thoughts, usage, finish }: Spoken,
): void {
  if (!isStream) {
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify(wire.whole(model, pieces.join(''), usage)))
    return
  }
  beginStream(response)
  const isThinking = thoughts.length > 0
  if (isThinking) response.write(wire.think(model, usage, thoughts))
  if (!isThinking) response.write(wire.open(model, usage))
  for (const piece of pieces) response.write(wire.text(piece, isThinking))
  response.end(wire.close(usage, finish, isThinking))
}

type Limits = {
  max_tokens?: number
  max_completion_tokens?: number
  reasoning_effort?: string
  thinking?: { type: string }
  generationConfig?: { maxOutputTokens?: number; thinkingConfig?: { thinkingBudget?: number } }
}

/** As with the real ones, thoughts count against the limit, and a reply without room for text is empty. */
function reason(asked: Asked, { text, tokens }: { text: string; tokens: number }): void {
  const body = asked.body as Limits
  const limit = Number(
    body.max_completion_tokens ?? body.max_tokens ?? body.generationConfig?.maxOutputTokens,
  )
  const isOff =
    body.reasoning_effort === 'none' ||
    body.thinking?.type === 'disabled' ||
    body.generationConfig?.thinkingConfig?.thinkingBudget === 0
  const reasoning = isOff ? 0 : Math.min(tokens, limit)
  const hasRoom = reasoning < limit
  reply(asked, {
    pieces: hasRoom ? piecesOf(text) : [],
    thoughts: isOff ? [] : ['Let me ', 'think.'],
    usage: { input: 12, output: reasoning + (hasRoom ? 7 : 0), reasoning },
    finish: hasRoom ? 'stop' : 'length',
  })
}

async function callTools(
  { wire, model, response }: Asked,
  { calls, text, usage: counted = usual, reset }: FakeBehaviour & { kind: 'tool-calls' },
): Promise<void> {
  beginStream(response)
  response.write(wire.open(model, counted))
  if (text) response.write(wire.text(text))
  for (const [n, { name, input }] of calls.entries()) response.write(wire.toolCall(name, input, n))
  if (reset) {
    await pause(20)
    response.socket?.resetAndDestroy()
  } else response.end(wire.close(counted, 'tool'))
}

async function replySlowly(asked: Asked, pieces: readonly string[], wait: number): Promise<void> {
  const { wire, model, response } = asked
  beginStream(response)
  response.write(wire.open(model, usual))
  for (const piece of pieces) {
    await pause(wait)
    if (response.destroyed) return
    response.write(wire.text(piece))
  }
  response.end(wire.close(usual, 'stop'))
}

async function flood(asked: Asked): Promise<void> {
  const { wire, response } = asked
  begin(asked, 'Flood: ')
  const piece = wire.text('water '.repeat(500))
  while (!response.destroyed) {
    if (!response.write(piece))
      await new Promise((resolve) => {
        response.once('drain', resolve)
        response.once('close', resolve)
      })
    await turn()
  }
}

async function replay(response: ServerResponse, bytes: Uint8Array, pieceSize: number): Promise<void> {
  beginStream(response)
  // Without this, small writes would share a packet, and the boundaries between them would not be tested.
  response.socket?.setNoDelay(true)
  for (let at = 0; at < bytes.length; at += pieceSize) {
    response.write(bytes.subarray(at, at + pieceSize))
    if (pieceSize < bytes.length) await turn()
  }
  response.end()
}
