/** Both sides ignore messages of other versions. */
export const MESSAGE_VERSION = 1
/** In UTF-16 units; a longer message is not parsed. */
export const LONGEST_MESSAGE = 4096

/** How the button on another site looks; a list, because the names of fields would take too much of the script's 2 KB. */
export type HostLook = readonly [
  key: string,
  label: string,
  fill: string,
  /** The path of an SVG of 24 by 24. */
  icon: string,
  corner: 'end' | 'start',
  /** Pixels from the edges of the window. */
  offset: number,
  /** 1 if the chat may be told the page's address with its query. */
  keepsQuery?: 1,
]

export type Identity = { name?: string; email?: string; signature?: string }

export type ToFrame =
  | { type: 'open' | 'close' }
  | { type: 'page'; url: string; title: string }
  | ({ type: 'identify' } & Identity)

/** `close` is a request; `unread` counts the owner's messages while the frame is closed. Texts never leave the frame. */
export type ToHost =
  | { type: 'opened' | 'closed' | 'close' }
  /** With the bot's name. */
  | { type: 'ready'; title: string }
  | { type: 'unread'; count: number }

export function writeMessage(message: ToFrame | ToHost): string {
  return JSON.stringify({ foyer: MESSAGE_VERSION, ...message })
}

/** Returns null for anything but a message of this version. */
export function readMessage(sent: unknown): Readonly<Record<string, unknown>> | null {
  if (typeof sent !== 'string' || sent.length > LONGEST_MESSAGE) return null
  try {
    const message = JSON.parse(sent) as Record<string, unknown> | null
    return message?.['foyer'] === MESSAGE_VERSION ? message : null
  } catch {
    return null
  }
}
