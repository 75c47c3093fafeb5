import { fill, fillCount } from '#app/lib/messages.ts'
import { useLocale, useTexts } from '#app/ui/locale.tsx'

import type { TrialMessages } from '../messages.en.ts'
import { trialTexts } from '../messages.ts'
import { type Figures, type Measured, type Sums, sumsOf } from '../reading/measured.ts'

type Measurement = { id: string; measured: Measured }

/** Compares their home page with ours. Each figure links to the list of files behind it. */
export function Comparison({ figures: { theirs, ours }, timeZone }: { figures: Figures; timeZone: string }) {
  const { measured: texts } = useTexts(trialTexts)
  const locale = useLocale()
  const sites: Measurement[] = [
    { id: 'measured-theirs', measured: theirs },
    ...(ours ? [{ id: 'measured-ours', measured: ours }] : []),
  ]
  return (
    <section aria-labelledby="measured-title">
      <h2 id="measured-title" className="text-title">
        {texts.title}
      </h2>
      <p className="mt-5 max-w-3xl text-secondary">{texts.text}</p>
      {ours ? null : <p className="mt-3 text-secondary">{texts.noOwn}</p>}
      <table className="mt-8 w-full max-w-3xl text-start">
        <caption className="sr-only">{texts.caption}</caption>
        <thead className="border-b border-line-strong">
          <tr>
            <th scope="col" className="py-3 pe-4 text-sm font-medium text-muted">
              {texts.what}
            </th>
            {sites.map(({ id, measured }) => (
              <th key={id} scope="col" className="py-3 pe-4 font-semibold wrap-anywhere">
                {hostOf(measured)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {rowsOf(texts, locale).map(({ what, figureOf }) => (
            <tr key={what}>
              <th scope="row" className="py-3 pe-4 font-normal text-secondary">
                {what}
              </th>
              {sites.map((site) => (
                <td key={site.id} className="py-3 pe-4 tabular-nums">
                  <a
                    href={`#${site.id}`}
                    aria-label={fill(texts.figure, {
                      what,
                      host: hostOf(site.measured),
                      figure: figureOf(site.measured),
                    })}
                    className="text-primary underline decoration-line-strong underline-offset-4"
                  >
                    {figureOf(site.measured)}
                  </a>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <div className="mt-8 grid max-w-3xl gap-3">
        {sites.map((site) => (
          <Files key={site.id} {...site} timeZone={timeZone} />
        ))}
      </div>
    </section>
  )
}

type Texts = TrialMessages['measured']

function rowsOf(texts: Texts, locale: string) {
  const weight = (sums: Sums) => {
    const size = fill(texts.kilobytes, { size: kilobytes(sums.bytes, locale) })
    return sums.unweighed > 0 ? fill(texts.atLeast, { size }) : size
  }
  const kinds = (['script', 'style', 'picture'] as const).map((kind) => ({
    what: texts[kind],
    figureOf: (measured: Measured) => {
      const sums = sumsOf(measured, kind)
      return sums.requests === 0 ? '0' : `${sums.requests} · ${weight(sums)}`
    },
  }))
  return [
    { what: texts.weight, figureOf: (measured: Measured) => weight(sumsOf(measured)) },
    { what: texts.requests, figureOf: (measured: Measured) => String(sumsOf(measured).requests) },
    ...kinds,
  ]
}

export function kilobytes(bytes: number, locale: string): string {
  return (bytes / 1000).toLocaleString(locale, { maximumFractionDigits: bytes < 10_000 ? 1 : 0 })
}

function hostOf({ url }: Measured): string {
  return new URL(url).host
}

function Files({ id, measured, timeZone }: Measurement & { timeZone: string }) {
  const { measured: texts } = useTexts(trialTexts)
  const locale = useLocale()
  const { unweighed } = sumsOf(measured)
  const time = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone })
  const words = fill(texts.details, { host: hostOf(measured), time: time.format(measured.at) })
  return (
    <details id={id} className="rounded-lg border border-line px-4 py-3 text-sm target:border-accent">
      <summary className="cursor-pointer">{words}</summary>
      {unweighed > 0 ? (
        <p className="mt-3 text-muted">{fillCount(texts.unweighed, unweighed, { locale })}</p>
      ) : null}
      <table className="mt-3 w-full table-fixed text-start">
        <caption className="sr-only">{words}</caption>
        <thead className="text-muted">
          <tr>
            <th scope="col" className="py-1.5 font-medium">
              {texts.file}
            </th>
            <th scope="col" className="w-28 py-1.5 text-end font-medium">
              {texts.bytes}
            </th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {measured.files.map(({ url, bytes }) => (
            <tr key={url} className="align-top">
              <td className="py-1.5 pe-4 wrap-anywhere">
                <bdi>{url}</bdi>
              </td>
              <td className="py-1.5 text-end tabular-nums">
                {bytes === null ? texts.notWeighed : bytes.toLocaleString(locale)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}
