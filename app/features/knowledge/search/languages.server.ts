import { plainArabic, stemArabic, withoutArabicMarks } from './arabic.ts'

export type Language = {
  readonly code: string
  stem(word: string): string
  readonly stopWords: ReadonlySet<string>
}

type StopWords = { stopwords: string[] }
type Parts = [stemmer: { stemmer(word: string): string } | null, words: StopWords]
type Loader = () => Promise<Parts>

/** Snowball's stemmers and common stop words by ISO 639-1 code, loaded on demand. */
const loaders: Readonly<Record<string, Loader>> = {
  ar: async () => [{ stemmer: stemArabic }, await import('@orama/stopwords/arabic')],
  da: () => Promise.all([import('@orama/stemmers/danish'), import('@orama/stopwords/danish')]),
  de: () => Promise.all([import('@orama/stemmers/german'), import('@orama/stopwords/german')]),
  el: () => Promise.all([import('@orama/stemmers/greek'), import('@orama/stopwords/greek')]),
  en: () => Promise.all([import('@orama/stemmers/english'), import('@orama/stopwords/english')]),
  es: () => Promise.all([import('@orama/stemmers/spanish'), import('@orama/stopwords/spanish')]),
  fi: () => Promise.all([import('@orama/stemmers/finnish'), import('@orama/stopwords/finnish')]),
  fr: () => Promise.all([import('@orama/stemmers/french'), import('@orama/stopwords/french')]),
  hi: () => Promise.all([import('@orama/stemmers/indian'), import('@orama/stopwords/indian')]),
  hu: () => Promise.all([import('@orama/stemmers/hungarian'), import('@orama/stopwords/hungarian')]),
  it: () => Promise.all([import('@orama/stemmers/italian'), import('@orama/stopwords/italian')]),
  ja: () => withoutStems(import('@orama/stopwords/japanese')),
  nb: () => Promise.all([import('@orama/stemmers/norwegian'), import('@orama/stopwords/norwegian')]),
  nl: () => Promise.all([import('@orama/stemmers/dutch'), import('@orama/stopwords/dutch')]),
  no: () => Promise.all([import('@orama/stemmers/norwegian'), import('@orama/stopwords/norwegian')]),
  pt: () => Promise.all([import('@orama/stemmers/portuguese'), import('@orama/stopwords/portuguese')]),
  ro: () => Promise.all([import('@orama/stemmers/romanian'), import('@orama/stopwords/romanian')]),
  ru: () => Promise.all([import('@orama/stemmers/russian'), import('@orama/stopwords/russian')]),
  sv: () => Promise.all([import('@orama/stemmers/swedish'), import('@orama/stopwords/swedish')]),
  ta: () => Promise.all([import('@orama/stemmers/tamil'), import('@orama/stopwords/tamil')]),
  tr: () => Promise.all([import('@orama/stemmers/turkish'), import('@orama/stopwords/turkish')]),
  uk: () => Promise.all([import('@orama/stemmers/ukrainian'), import('@orama/stopwords/ukrainian')]),
  zh: () => withoutStems(import('@orama/stopwords/mandarin')),
}

/** Question words that the lists lack; they say nothing about the topic. */
const asking: Readonly<Record<string, string>> = {
  ar: 'أين لماذا أريد أرجو أود يمكنني ممكن فضلك بكم لديكم عندكم',
  de: 'wann warum wer wem wen wessen wohin woher wieso weshalb wieviel viele womit wofür wodurch worauf woran worin wozu wovon worüber gibt bitte kannst könnt könnten möchte möchten mag mögen sagen müssen musst müsst müsste darf darfst dürfen dürft dürfte sollen sollten unsere unserem unseren unserer unseres',
  en: 'a much many please tell want need know like get let also just may us must shall might whose whom another somebody someone something anybody anyone anything everybody everyone everything nobody nothing either neither whether upon me mine ours yours myself yourself one ones',
  es: 'por favor quiero quisiera',
  fr: 'combien comment pourquoi quand quel quelle quels quelles où est-ce peut peux pouvez puis-je faut veux voudrais svp plaît',
  it: 'quando quanto quanta quanti quante perché dove come quale quali vorrei può posso favore',
  ja: 'いつ いく くら どち ちら くだ ださ さい 教え えて たい すか せん',
  nl: 'wanneer hoeveel waarom waar hoe welke graag kunnen',
  pt: 'quando quanto quanta quantos quantas por que onde como qual quais quero posso pode favor',
  ru: 'сколько почему зачем какие какая какое какую каком каких каков пожалуйста хочу скажите могу можете нужно ваш ваша ваше ваши вашего вашей вашу ваших моя мое мои моего моей моих наш наша наше наши который которая которые',
  sv: 'när hur varför var vilken vilket vilka mycket många',
  tr: 'nasıl neden ne zaman kaç nerede hangi lütfen',
  zh: '多久 多长 多大 多远 几点 几天 几个 能否 是否 可否 请问 想问 知道 告诉 有没 没有 能不 不能 是不 要不 一下',
}

const loaded = new Map<string, Promise<Language>>()

export function loadLanguage(code: string): Promise<Language> {
  const language = loaded.get(code) ?? load(code)
  loaded.set(code, language)
  return language
}

async function load(code: string): Promise<Language> {
  const added = asking[code]
  const [stemmer, words] = (await loaders[code]?.()) ?? [null, { stopwords: [] }]
  return {
    code,
    stem: stemmer ? stemmer.stemmer : (word) => word,
    stopWords: new Set(
      [...words.stopwords, ...(added ? added.split(' ') : [])].flatMap((word) => {
        const written = withoutArabicMarks(word.toLowerCase())
        return [written, plainArabic(written)]
      }),
    ),
  }
}

async function withoutStems(words: Promise<StopWords>): Promise<Parts> {
  return [null, await words]
}

/** Characters, enough to recognise a language. */
const LOOKED_AT = 5000

const scripts: readonly { letters: RegExp; languages: readonly string[] }[] = [
  {
    letters: /\p{Script=Latin}/gu,
    languages: 'en fr de es pt it nl sv fi no nb da hu ro pl tr'.split(' '),
  },
  { letters: /\p{Script=Cyrillic}/gu, languages: ['ru', 'uk'] },
  { letters: /\p{Script=Arabic}/gu, languages: ['ar', 'ur'] },
  { letters: /\p{Script=Devanagari}/gu, languages: ['hi'] },
  { letters: /\p{Script=Bengali}/gu, languages: ['bn'] },
  { letters: /\p{Script=Tamil}/gu, languages: ['ta'] },
  { letters: /\p{Script=Greek}/gu, languages: ['el'] },
  { letters: /\p{Script=Hebrew}/gu, languages: ['he'] },
  { letters: /\p{Script=Thai}/gu, languages: ['th'] },
  { letters: /\p{Script=Hangul}/gu, languages: ['ko'] },
  { letters: /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu, languages: ['zh', 'ja'] },
]

/**
 * Returns an ISO 639-1 code: the declared language (such as `en-US`), otherwise a guess, otherwise English. Ignores
 * languages that are not written in the text's script.
 */
export async function detectLanguage(text: string, declared: string | null = null): Promise<string> {
  const sample = text.slice(0, LOOKED_AT)
  const written = scriptOf(sample)
  const named = declared === null ? undefined : /^[a-z]{2}(?![a-z])/i.exec(declared.trim())?.[0].toLowerCase()
  const isElsewhere = scripts.some(
    ({ languages }) => languages !== written && named !== undefined && languages.includes(named),
  )
  if (named !== undefined && !isElsewhere) return named
  const [first = 'en', ...others] = written ?? ['en']
  if (others.length === 0) return first
  const { detect } = await import('tinyld/light')
  return detect(sample, { only: [first, ...others] }) || first
}

function scriptOf(text: string): readonly string[] | undefined {
  let [most, found]: [number, readonly string[] | undefined] = [0, undefined]
  for (const { letters, languages } of scripts) {
    const count = text.match(letters)?.length
    if (count !== undefined && count > most) [most, found] = [count, languages]
  }
  return found
}
