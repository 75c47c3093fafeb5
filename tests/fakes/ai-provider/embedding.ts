import type { RecordedRequest } from './behaviour.ts'

type OpenAiBody = { input: string[]; dimensions: number }
type Content = { content: { parts: { text: string }[] } }
type GeminiBody = Content & { requests?: Content[] }

export function isEmbedding({ path }: RecordedRequest): boolean {
  return /\/embeddings$|:(batchE|e)mbedContents?$/.test(path)
}

/** Returns the response to a call for vectors, in the API's shape. */
export function embeddingAnswer(
  { api, path, body }: RecordedRequest,
  vectorOf: (text: string) => number[],
): object {
  if (api === 'gemini') {
    const { requests, content } = body as GeminiBody
    const values = (one: Content) => ({ values: vectorOf(one.content.parts[0]?.text ?? '') })
    return path.endsWith(':embedContent')
      ? { embedding: values({ content }) }
      : { embeddings: (requests ?? []).map(values) }
  }
  const { input } = body as OpenAiBody
  return {
    object: 'list',
    data: input.map((text, index) => ({ object: 'embedding', index, embedding: vectorOf(text) })),
    model: 'fake',
    usage: { prompt_tokens: input.length, total_tokens: input.length },
  }
}
