type Assistant = { name: string; hosts: readonly string[]; labels: readonly string[] }

/**
 * AI assistants that link to sites. `hosts` serve the assistants; `labels` are values of `utm_source` used by the
 * operators or their users. ChatGPT adds `utm_source=chatgpt.com` itself (help.openai.com/en/articles/9237897).
 */
export const assistants: readonly Assistant[] = [
  { name: 'ChatGPT', hosts: ['chatgpt.com', 'chat.openai.com'], labels: ['chatgpt', 'openai'] },
  { name: 'Claude', hosts: ['claude.ai', 'claude.com'], labels: ['claude', 'anthropic'] },
  { name: 'Perplexity', hosts: ['perplexity.ai'], labels: ['perplexity'] },
  { name: 'Gemini', hosts: ['gemini.google.com', 'bard.google.com'], labels: ['gemini', 'bard'] },
  { name: 'Copilot', hosts: ['copilot.microsoft.com', 'copilot.com'], labels: ['copilot'] },
  { name: 'DeepSeek', hosts: ['deepseek.com'], labels: ['deepseek'] },
  { name: 'Mistral', hosts: ['chat.mistral.ai'], labels: ['mistral', 'lechat'] },
  { name: 'Grok', hosts: ['grok.com', 'grok.x.ai'], labels: ['grok'] },
  { name: 'Meta AI', hosts: ['meta.ai'], labels: ['meta.ai', 'metaai'] },
  { name: 'You.com', hosts: ['you.com'], labels: ['you.com'] },
  { name: 'Phind', hosts: ['phind.com'], labels: ['phind'] },
  { name: 'Duck.ai', hosts: ['duck.ai'], labels: ['duck.ai'] },
  { name: 'Poe', hosts: ['poe.com'], labels: ['poe.com'] },
  { name: 'Kimi', hosts: ['kimi.com', 'kimi.moonshot.cn'], labels: ['kimi'] },
  { name: 'Qwen', hosts: ['chat.qwen.ai'], labels: ['qwen'] },
]

type Operator = { operator: string; names: readonly string[]; source: string }

/**
 * AI crawlers by a word of their user agent, with the operator's documentation. Google-Extended and Applebot-Extended
 * exist only in robots.txt: Googlebot and Applebot fetch the pages, so neither can be seen here.
 */
export const crawlerOperators: readonly Operator[] = [
  {
    operator: 'OpenAI',
    names: ['GPTBot', 'OAI-SearchBot', 'ChatGPT-User'],
    source: 'https://platform.openai.com/docs/bots',
  },
  {
    operator: 'Anthropic',
    names: ['ClaudeBot', 'Claude-User', 'Claude-SearchBot'],
    source: 'https://support.claude.com/en/articles/8896518',
  },
  {
    operator: 'Perplexity',
    names: ['PerplexityBot', 'Perplexity-User'],
    source: 'https://docs.perplexity.ai/guides/bots',
  },
  {
    operator: 'Google',
    names: ['Google-CloudVertexBot'],
    source: 'https://developers.google.com/search/docs/crawling-indexing/google-common-crawlers',
  },
  {
    operator: 'Amazon',
    names: ['Amazonbot', 'Amzn-SearchBot', 'Amzn-User'],
    source: 'https://developer.amazon.com/amazonbot',
  },
  {
    operator: 'Meta',
    names: ['meta-externalagent', 'meta-externalfetcher'],
    source: 'https://developers.facebook.com/docs/sharing/webmasters/web-crawlers',
  },
  { operator: 'Apple', names: ['Applebot'], source: 'https://support.apple.com/en-us/119829' },
  { operator: 'Mistral', names: ['MistralAI-User'], source: 'https://docs.mistral.ai/robots' },
  {
    operator: 'DuckDuckGo',
    names: ['DuckAssistBot'],
    source: 'https://duckduckgo.com/duckduckgo-help-pages/results/duckassistbot',
  },
  { operator: 'You.com', names: ['YouBot'], source: 'https://about.you.com/youbot' },
  { operator: 'Common Crawl', names: ['CCBot'], source: 'https://commoncrawl.org/ccbot' },
  // ByteDance has no documentation page; its user agent contains this address.
  { operator: 'ByteDance', names: ['Bytespider'], source: 'mailto:spider-feedback@bytedance.com' },
]
