export type ChatAppearance = {
  botName: string
  welcomeMessage: string
  /** Hosts, including their subdomains, that links in replies may lead to, besides this site. */
  linkDomains: readonly string[]
  questions: readonly string[]
  /** Set if visitors may not leave an inquiry in the chat. */
  hasNoInquiryForm?: true
}

export const WELCOME_MESSAGE =
  "Hello! I'm your AI assistant. How can I help you learn about our services today?"
