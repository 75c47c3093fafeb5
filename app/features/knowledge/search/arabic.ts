/** Short vowels and the sign that stretches words, which most people omit. */
const marks = /[\u064B-\u065F\u0670\u0640]/g

export function withoutArabicMarks(text: string): string {
  return text.replaceAll(marks, '')
}

export function plainArabic(text: string): string {
  return withoutArabicMarks(text)
    .replaceAll(/[أإآٱ]/g, 'ا')
    .replaceAll(/[ىی]/g, 'ي')
    .replaceAll('ک', 'ك')
}

/** The fewest letters that must remain. */
const LEAST_STEM = 2
const articles = ['ال', 'وال', 'بال', 'كال', 'فال', 'لل']
const endings = ['ها', 'ان', 'ات', 'ون', 'ين', 'يه', 'ية', 'ه', 'ة', 'ي']

/**
 * The light stemmer light10 of Larkey, Ballesteros and Connell (2007), which removes only articles and endings. It
 * looks for the article before unifying letters, because an article never has a hamza.
 */
export function stemArabic(word: string): string {
  let stem = withoutArabicMarks(word)
  if (stem.startsWith('و') && stem.length > LEAST_STEM + 1) stem = stem.slice(1)
  const article = articles.find((one) => stem.startsWith(one) && stem.length >= one.length + LEAST_STEM)
  if (article) stem = stem.slice(article.length)
  stem = plainArabic(stem)
  for (const ending of endings)
    if (stem.endsWith(ending) && stem.length >= ending.length + LEAST_STEM)
      stem = stem.slice(0, -ending.length)
  return stem
}
