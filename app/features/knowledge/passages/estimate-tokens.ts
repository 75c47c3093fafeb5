/**
 * How many tokens a model counts, within a fifth or so: four characters each in alphabets, one each in scripts that
 * write a word or a syllable with a sign. The exact figure differs by provider.
 */
export function estimateTokens(text: string): number {
  const dense = text.match(denseScripts)?.length ?? 0
  return Math.ceil(dense + (text.length - dense) / 4)
}

const denseScripts =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/gu
