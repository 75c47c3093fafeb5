import { onTestFinished } from 'vitest'

import { providerIds } from '#app/platform/ai-provider-list.ts'
import { type FakeAiProvider, type FakeApi, startAiProvider } from '#tests/fakes/ai-provider/server.ts'

export const testKey = 'sk-test-0123456789abcdefWXYZ'

export async function createTestAiProvider(): Promise<FakeAiProvider> {
  const provider = await startAiProvider()
  onTestFinished(() => provider.close())
  return provider
}

export const fakeApis: readonly FakeApi[] = providerIds
