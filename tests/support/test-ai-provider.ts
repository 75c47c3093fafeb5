import { onTestFinished } from 'vitest'

import { type FakeAiProvider, type FakeApi, startAiProvider } from '#tests/fakes/ai-provider/server.ts'

export const testKey = 'sk-test-0123456789abcdefWXYZ'

/** Starts a provider that is stopped when the test ends. */
export async function createTestAiProvider(): Promise<FakeAiProvider> {
  const provider = await startAiProvider()
  onTestFinished(() => provider.close())
  return provider
}

export const fakeApis: readonly FakeApi[] = ['openai', 'deepseek', 'claude', 'gemini']
