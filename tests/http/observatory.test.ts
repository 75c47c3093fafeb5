import { expect, test } from 'vitest'

import { everyKindOfResponse } from '#tests/support/every-kind-of-response.ts'
import { gradeResponse } from '#tests/support/grade-response.ts'
import { serverUnderTest } from '#tests/support/server-under-test.ts'

const publicUrl = 'https://agency.example'
const server = serverUnderTest({ PUBLIC_URL: publicUrl })

/** The preflight request that the Observatory sends from another site. */
const preflight = () =>
  fetch(`${server().url}/`, {
    method: 'OPTIONS',
    headers: {
      origin: 'https://http-observatory.security.mozilla.org',
      'access-control-request-method': 'GET',
    },
  })

test('Mozilla’s Observatory gives every kind of response A+ and 130 or more', async () => {
  const grades: string[] = []
  for (const { kind, name, response } of await everyKindOfResponse(server().url)) {
    const { grade, score, failed } = await gradeResponse(response, {
      publicUrl,
      preflight: await preflight(),
    })
    grades.push(`${kind} ${response.status} ${score} ${name}`)
    expect.soft({ grade, failed }, `${kind}: ${name}`).toEqual({ grade: 'A+', failed: [] })
    expect.soft(score, `${kind}: ${name}`).toBeGreaterThanOrEqual(130)
  }
  console.info(grades.join('\n'))
})

test('the grader fails a response without the headers', async () => {
  const bare = new Response('<p>Hello', { headers: { 'content-type': 'text/html' } })
  const { grade, failed } = await gradeResponse(bare, { publicUrl, preflight: await preflight() })
  expect(grade).toMatch(/^[DF]/)
  expect(failed.length).toBeGreaterThan(3)
})
