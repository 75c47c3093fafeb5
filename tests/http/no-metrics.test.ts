import { expect, test } from 'vitest'

import { serverUnderTest } from '#tests/support/server-under-test.ts'

const server = serverUnderTest()

test('without a token /metrics does not exist, whatever is sent', async () => {
  for (const authorization of ['', 'Bearer', 'Bearer undefined', 'Bearer null']) {
    const response = await fetch(`${server().url}/metrics`, { headers: { authorization } })
    expect(response.status).toBe(404)
    expect(await response.text()).not.toContain('http_requests')
  }
})
