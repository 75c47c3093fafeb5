/** Returns the reasons, as sentences, why a version cannot be released. */
export function findReleaseFaults(given: {
  version: string
  lockedVersion: string
  changelog: string
  /** Output of `git status --porcelain`. */
  status: string
  /** Whether the version's tag is on another commit. */
  isTaken: boolean
}): string[] {
  const { version, lockedVersion, changelog, status, isTaken } = given
  const [unreleased = '', ...released] = changelog.split(/^## /m).slice(1)
  const newest = /^\[([^\]]+)\] - (\S+)/.exec(released[0] ?? '')
  const faults: [boolean, string][] = [
    [!/^\d+\.\d+\.\d+$/.test(version), `The version ${version} in package.json is not of the form 1.2.3.`],
    [lockedVersion !== version, `package-lock.json has version ${lockedVersion}: run npm install.`],
    [!unreleased.startsWith('[Unreleased]'), 'CHANGELOG.md does not begin with a section [Unreleased].'],
    [
      unreleased.startsWith('[Unreleased]') && unreleased.replace('[Unreleased]', '').trim() !== '',
      'CHANGELOG.md has entries under [Unreleased]: move them under a version.',
    ],
    [
      newest?.[1] !== version,
      `CHANGELOG.md should list ${version} first, but lists ${newest?.[1] ?? 'no version'}.`,
    ],
    [
      newest !== null && !/^\d{4}-\d\d-\d\d$/.test(newest[2] ?? ''),
      `${newest?.[2]} in CHANGELOG.md is not a date such as 2026-11-22.`,
    ],
    [status !== '', `There are uncommitted changes:\n${status}`],
    [isTaken, `The tag v${version} already belongs to another commit: raise the version.`],
  ]
  return faults.flatMap(([isFault, sentence]) => (isFault ? [sentence] : []))
}
