/** A place for a value in a text: `{replyWithin}`, or a service's own as `{ai-chatbots.timeline}`. */
export const NAME_IN_BRACES = /\{([a-z][\w-]*(?:\.[a-z]\w*)?)\}/gi

/** Returns the names in braces in a text. */
export function namesIn(text: string): string[] {
  return text.includes('{') ? Array.from(text.matchAll(NAME_IN_BRACES), ([, name = '']) => name) : []
}
