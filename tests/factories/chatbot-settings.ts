export function chatbotSettingsFields(overrides: Record<string, string> = {}): Record<string, string> {
  return {
    botName: 'Vox',
    personality: 'friendly',
    welcomeMessage: 'Good day!',
    systemPrompt: 'You help the visitors of {site}.',
    responseStyle: 'concise',
    linkDomains: 'example.com\nDocs.Example.org',
    ...overrides,
  }
}
