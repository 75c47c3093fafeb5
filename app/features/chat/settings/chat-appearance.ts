/** What every visitor may know of the assistant. */
export type ChatAppearance = {
  botName: string
  welcomeMessage: string
  /** Hosts that links in replies may lead to, beside this site; their subdomains are meant with them. */
  linkDomains: readonly string[]
  /** Offered before the first message. */
  questions: readonly string[]
}

export const WELCOME_MESSAGE =
  "Hello! I'm your AI assistant. How can I help you learn about our services today?"
