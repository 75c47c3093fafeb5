/** The zeros of the digits that the product's languages write. */
const ZEROS = [0x660, 0x6f0, 0x966, 0x9e6, 0xff10]

/** Reads digits of any of these scripts as those of ASCII. */
function inAscii(text: string): string {
  const digits = text.replaceAll(/\p{Nd}/gu, (digit) => {
    const code = Number(digit.codePointAt(0))
    const zero = ZEROS.find((each) => code >= each && code < each + 10)
    return zero === undefined ? digit : String(code - zero)
  })
  return digits.replaceAll('٫', '.').replaceAll('٬', "'")
}

const grouped = /^[+-]?\d{1,3}(?:[.,]\d{3})+$/

/** Returns the sign before decimals, if the other one separates thousands. */
function decimalSign(number: string, language: string): string {
  const signs = new Set(number.match(/[.,]/g))
  const last = number.at(Math.max(number.lastIndexOf('.'), number.lastIndexOf(',')))
  if (signs.size === 2 && last !== undefined) return last
  const isGroups = grouped.test(number) && !/^[+-]?0/.test(number)
  const usual = new Intl.NumberFormat(language, { numberingSystem: 'latn' }).format(1.5).charAt(1)
  // 12,000 is twelve thousand in English and twelve in German.
  if (isGroups && (number.match(/[.,]/g)?.length !== 1 || !signs.has(usual)))
    return signs.has('.') ? ',' : '.'
  return signs.has(',') ? ',' : '.'
}

/** Returns what a person typed as digits with a point before decimals; null if it is no number. */
export function readNumber(typed: string, language: string): string | null {
  const number = inAscii(typed).replaceAll(/(?<=\d)[\s'’](?=\d{3}(?!\d))/g, '')
  const sign = decimalSign(number, language)
  const [whole = '', ...decimals] = number.split(sign)
  const joined = whole.replaceAll(/(?<=\d)[.,](?=\d{3}(?!\d))/g, '')
  const plain = [joined, ...decimals].join('.')
  return /^[+-]?\d{1,20}(\.\d{1,10})?$/.test(plain) ? plain.replace(/^\+/, '') : null
}
