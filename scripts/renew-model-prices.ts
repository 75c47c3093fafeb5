/**
 * `node scripts/renew-model-prices.ts` regenerates app/features/ai/models/price-data.ts from the newest
 * @pydantic/genai-prices, which is too large to install.
 */
import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

type Names = Partial<Record<'equals' | 'ends_with' | 'starts_with' | 'contains', string>>
type Match = Names & { or?: Match[]; and?: Match[] }
type Amount = number | { base: number } | undefined
type Price = Record<'input_mtok' | 'output_mtok' | 'cache_read_mtok' | 'cache_write_mtok', Amount>
type Constraint = { start_date?: string; start_time?: string; end_time?: string }
type Conditional = { constraint?: Constraint; prices: Price }
type Model = { match: Match; prices: Price | Conditional[]; context_window?: number }
type Prices = { findProvider: (by: { providerId: string }) => { models: Model[] } }

const providers = { openai: 'openai', deepseek: 'deepseek', claude: 'anthropic', gemini: 'google' }
const folder = 'app/features/ai/models'
const noChat =
  /audio|realtime|transcribe|tts|image|embedding|moderation|live|instruct|ft:|:extended|curie|davinci|ada|babbage/

const scratch = mkdtempSync(join(tmpdir(), 'foyer-prices-'))
const packed = execFileSync('npm', ['pack', '--silent', '@pydantic/genai-prices'], { cwd: scratch })
execFileSync('tar', ['xzf', packed.toString().trim()], { cwd: scratch })
const at = (name: string) => join(scratch, 'package', name)
const { version } = JSON.parse(readFileSync(at('package.json'), 'utf8')) as { version: string }
const { findProvider } = (await import(pathToFileURL(at('dist/index.js')).href)) as Prices

const tables = Object.entries(providers).map(([ours, providerId]) => {
  const lines = findProvider({ providerId })
    .models.flatMap(lineOf)
    .filter((line) => ours !== 'gemini' || !line.startsWith('*claude'))
  return `  ${ours}: \`\n${lines.join('\n')}\n\`,`
})
writeFileSync(
  join(folder, 'price-data.ts'),
  `/** Made by scripts/renew-model-prices.ts from @pydantic/genai-prices ${version} (MIT, price-data.LICENSE). */
export const priceData = {
${tables.join('\n')}
}
`,
)
copyFileSync(at('LICENSE'), join(folder, 'price-data.LICENSE'))
rmSync(scratch, { recursive: true })

/** Returns `names | input output cacheRead cacheWrite; from 2027-01-01: …; 01:00-04:00: … | window`. */
function lineOf({ match, prices: given, context_window: window }: Model): string[] {
  const names = [...new Set(namesOf(match))].filter((name) => !noChat.test(name))
  const all: Conditional[] = Array.isArray(given) ? given : [{ prices: given }]
  if (names.length === 0 || all.some(({ prices }) => prices.input_mtok === undefined)) return []
  const amounts = all.map((one) => `${conditionOf(one.constraint)}${amountsOf(one.prices)}`)
  return [`${names.join(' ')} | ${amounts.join('; ')} | ${window ?? '-'}`]
}

/** Returns `name`, `beginning*` or `*part*`. Dated names are found without their date. */
function namesOf({ or, and, contains, starts_with: start, ...match }: Match): string[] {
  const equals = match.equals ?? match.ends_with
  const parts = or ?? and
  if (parts) return parts.flatMap(namesOf)
  if (equals !== undefined) return /\d{4}-?\d{2}-?\d{2}$/.test(equals) ? [] : [equals]
  if (start !== undefined) return [`${start}*`]
  return contains === undefined ? [] : [`*${contains}*`]
}

function conditionOf({ start_date: day, start_time: start, end_time: end }: Constraint = {}): string {
  if (day !== undefined) return `from ${day}: `
  return start === undefined || end === undefined ? '' : `${start.slice(0, 5)}-${end.slice(0, 5)}: `
}

function amountsOf(prices: Price): string {
  return [prices.input_mtok, prices.output_mtok, prices.cache_read_mtok, prices.cache_write_mtok]
    .map((amount) => (typeof amount === 'object' ? amount.base : (amount ?? '-')))
    .join(' ')
}
