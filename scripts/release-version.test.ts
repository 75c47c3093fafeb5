import { expect, test } from 'vitest'

import { findReleaseFaults } from './release-version.ts'

const good = {
  version: '1.2.0',
  lockedVersion: '1.2.0',
  changelog:
    '# Changelog\n\n## [Unreleased]\n\n## [1.2.0] - 2026-11-22\n\n- A\n\n## [1.1.0] - 2026-11-21\n\n- B\n',
  status: '',
  isTaken: false,
}

test('a version that is committed and told of may be released', () => {
  expect(findReleaseFaults(good)).toEqual([])
})

test.each([
  [{ version: '1.2' }, ['is not of the form', 'has version 1.2.0', 'does not tell of 1.2 first']],
  [{ lockedVersion: '1.1.0' }, ['package-lock.json has version 1.1.0']],
  [{ version: '1.3.0', lockedVersion: '1.3.0' }, ['does not tell of 1.3.0 first, but of 1.2.0']],
  [
    { changelog: good.changelog.replace('[Unreleased]\n', '[Unreleased]\n\n- C\n') },
    ['belongs to a version'],
  ],
  [{ changelog: good.changelog.replace('## [Unreleased]\n\n', '') }, ['does not begin', 'of 1.1.0']],
  [{ changelog: good.changelog.replace('2026-11-22', 'today') }, ['today in CHANGELOG.md is not a date']],
  [{ changelog: '' }, ['does not begin', 'but of none']],
  [{ status: ' M README.md' }, ['Not everything is committed:\n M README.md']],
  [{ isTaken: true }, ['There is a tag v1.2.0 of another commit']],
])('%o is refused', (changed, sentences) => {
  const faults = findReleaseFaults({ ...good, ...changed })
  expect(faults).toHaveLength(sentences.length)
  for (const [n, sentence] of sentences.entries()) expect(faults[n]).toContain(sentence)
})
