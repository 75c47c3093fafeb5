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
  [{ version: '1.2' }, ['is not of the form', 'has version 1.2.0', 'should list 1.2 first']],
  [{ lockedVersion: '1.1.0' }, ['package-lock.json has version 1.1.0']],
  [{ version: '1.3.0', lockedVersion: '1.3.0' }, ['should list 1.3.0 first, but lists 1.2.0']],
  [
    { changelog: good.changelog.replace('[Unreleased]\n', '[Unreleased]\n\n- C\n') },
    ['has entries under [Unreleased]'],
  ],
  [{ changelog: good.changelog.replace('## [Unreleased]\n\n', '') }, ['does not begin', 'but lists 1.1.0']],
  [{ changelog: good.changelog.replace('2026-11-22', 'today') }, ['today in CHANGELOG.md is not a date']],
  [{ changelog: '' }, ['does not begin', 'but lists no version']],
  [{ status: ' M README.md' }, ['There are uncommitted changes:\n M README.md']],
  [{ isTaken: true }, ['The tag v1.2.0 already belongs to another commit']],
])('%o is refused', (changed, sentences) => {
  const faults = findReleaseFaults({ ...good, ...changed })
  expect(faults).toHaveLength(sentences.length)
  for (const [n, sentence] of sentences.entries()) expect(faults[n]).toContain(sentence)
})
