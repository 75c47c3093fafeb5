import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const places = [
  // First, because without windows the tests are faster.
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

export function findSystemBrowser() {
  return [process.env['CHROMIUM_PATH'], ...places].find((path) => path && existsSync(path))
}

/** Finds the system's browser or Playwright's, or installs one, by Debian's package if permitted. */
export function ensureBrowser() {
  if (findSystemBrowser() || playwrightHasBrowser()) return
  const mayInstall = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
  const aptGet =
    'apt-get update -qq && (for name in chromium-headless-shell chromium; do apt-get install -qq -y --no-install-recommends $name >/dev/null && exit; done; exit 1)'
  const tries = [
    ...(mayInstall ? [['sh', ['-c', aptGet]]] : []),
    ['npx', ['playwright', 'install', 'chromium']],
  ]
  for (const [command, args] of tries) {
    process.stdout.write(
      `Installing a browser for the tests (${command === 'sh' ? 'apt-get' : 'playwright'}) …\n`,
    )
    try {
      execFileSync(command, args, {
        stdio: ['ignore', 'ignore', 'inherit'],
        env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      })
      if (findSystemBrowser() || playwrightHasBrowser()) return
    } catch {}
  }
  process.stderr.write('No Chromium could be found or installed. Install one, or set CHROMIUM_PATH.\n')
  process.exit(1)
}

function playwrightHasBrowser() {
  try {
    const path = execFileSync(
      'node',
      ['-e', "import('@playwright/test').then(({ chromium }) => console.log(chromium.executablePath()))"],
      { encoding: 'utf8' },
    ).trim()
    return existsSync(path)
  } catch {
    return false
  }
}
