import { foldForSearch } from '#app/lib/readable-text.ts'

/** A longer message contains more than the wish for a person, so the model decides. */
const LONGEST = 400

const someone =
  '(?:an? |some |your |the |one of your )?(?:real |live |actual |human |sales )*(?:human(?: being)?|person|someone|somebody|representative|rep|operator|agent|employee|staff|team|colleague|customer (?:service|support)|support)\\b'
const human = '(?:an? )?(?:real |live |actual )*(?:human(?: being)?|person)\\b'

/** Each language's requests. If its verbs do not mark the person, `me` must match a first-person word in the text. */
const requests: readonly { me?: string; ask: string }[] = [
  { ask: `(?:can|could|may) (?:i|we) (?:please )?(?:talk|speak|chat)(?: directly)? (?:to|with) ${someone}` },
  {
    ask: `(?:i|we)(?:'d| would| really)*(?: like| want| need| prefer| wish| rather)* (?:to )?(?:talk|speak|chat)(?: directly)? (?:to|with) ${someone}`,
  },
  { ask: `(?:^|[.!?,] *|please )(?:let me )?(?:talk|speak|chat) (?:to|with) ${someone}` },
  { ask: `(?:connect|transfer|put|hand|pass) (?:me|us) (?:through |over |on )?(?:to|with) ${someone}` },
  { ask: `(?:i|we)(?:'d| would)? (?:like|want|need|prefer) ${human}|get me ${human}` },
  { ask: '^(?:an? )?(?:real |live )?(?:human|person|agent|operator|representative)(?:,? please)?[.!]*$' },
  {
    me: '\\b(?:ich|mich|mir|wir|uns)\\b',
    ask: 'mit (?:einem |einer |ihrem |ihrer )?(?:echten |richtigen |realen )?(?:menschen|person|mitarbeiter\\w*|berater\\w*|ansprechpartner\\w*|jemand\\w*|kollegen)\\b.{0,30}(?:sprechen|reden|chatten|verbinden)|verbinden sie mich mit',
  },
  {
    me: "\\b(?:je|j'|puis-je|moi|me|nous|peux)",
    ask: "(?:parler|discuter|echanger) (?:a|avec) (?:un |une |votre |quelqu'un)?(?:vraie? )?(?:humain|personne|conseill\\w+|agent|operat\\w+|equipe)?|mettez-moi en (?:relation|contact)",
  },
  {
    me: '\\b(?:quiero|quisiera|puedo|podria|gustaria|necesito|prefiero|me|pongame|paseme)\\b',
    ask: '(?:hablar|chatear|comunicar\\w*) con (?:un |una |el |la |su )?(?:humano|persona|agente|representante|operador\\w*|asesor\\w*|alguien|equipo)',
  },
  {
    me: '\\b(?:vorrei|voglio|posso|potrei|preferisco|desidero|mi)\\b',
    ask: "(?:parlare|chattare) con (?:un |una |un')?(?:persona|umano|essere umano|operat\\w+|qualcuno|addett\\w+|consulente)",
  },
  {
    me: '\\b(?:quero|queria|gostaria|posso|preciso|prefiro|me)\\b',
    ask: '(?:falar|conversar) com (?:um |uma )?(?:humano|pessoa|atendente|alguem|agente|representante)',
  },
  {
    me: '\\b(?:ik|mij|me|we|wij)\\b',
    ask: 'met (?:een )?(?:echte? )?(?:mens|persoon|medewerker|iemand|collega)\\b.{0,20}(?:spreken|praten|chatten)|(?:spreken|praten|chatten) met (?:een )?(?:echte? )?(?:mens|persoon|medewerker|iemand)\\b',
  },
  {
    ask: '(?:rozmawiać|porozmawiać|połączyć|połączcie).{0,10} z (?:prawdziwym )?(?:człowiekiem|osobą|konsultantem|kimś|pracownikiem|doradcą)',
  },
  {
    ask: '(?:поговорить|пообщаться|связаться|соедините меня|переключите меня).{0,10} (?:с|на) (?:живым )?(?:человек|оператор|сотрудник|менеджер|специалист|кем-)|позовите (?:оператора|человека)',
  },
  {
    ask: '(?:biriyle|insanla|kişiyle|temsilciyle|temsilcisiyle|yetkiliyle|yetkili biriyle).{0,15}(?:konuş|görüş|bağla)',
  },
  {
    ask: '(?:bicara|berbicara|ngobrol|terhubung) (?:langsung )?(?:dengan|sama) (?:manusia|orang|seseorang|staf|petugas|agen|admin)',
  },
  { ask: '(?:nói chuyện|trao đổi|kết nối|gặp) (?:với )?(?:người|nhân viên|tư vấn viên)' },
  {
    ask: '(?:أتحدث|التحدث|أتكلم|التكلم|أكلم|تحدث|أتواصل|التواصل).{0,10}(?:شخص|إنسان|موظف|بشري|أحد|ممثل)',
  },
  { ask: '(?:इंसान|व्यक्ति|किसी|प्रतिनिधि|आदमी) से .{0,10}बात' },
  {
    ask: '(?:转|找|要|接)人工(?!智)|人工客服|(?<!把[^我]{1,12}转给)真人|(?:和|跟|与)(?:一个)?人(?:说话|聊|交谈|沟通|对话)',
  },
  {
    ask: '(?:人|人間|担当者|担当の方|オペレーター|スタッフ)(?:と|に)(?:直接)?(?:話|お話|相談|つない|繋|代わ)',
  },
  {
    ask: '(?:사람|상담원|상담사|담당자|직원)(?:과|와|이랑|하고|에게)?(?: 직접)? ?(?:연결|통화|상담|이야기|얘기|대화)',
  },
]

const folded = requests.map(({ me, ask }) => ({
  me: me === undefined ? null : new RegExp(foldForSearch(me), 'u'),
  ask: new RegExp(foldForSearch(ask), 'u'),
}))

/** Returns whether a visitor clearly asks for a person, in one of about twenty languages. */
export function asksForPerson(message: string): boolean {
  if (message.length > LONGEST) return false
  const text = foldForSearch(message)
    .replaceAll(/[’‘`´]/g, "'")
    .replaceAll(/\s+/g, ' ')
    .trim()
  return folded.some(({ me, ask }) => ask.test(text) && (me === null || me.test(text)))
}
