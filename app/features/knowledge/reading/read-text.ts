import { lexer } from 'marked'

import { createSectionWriter } from '../passages/section.ts'

import type { ReadDocument } from './reading.ts'

/** A text as its owner wrote it: Markdown's headings are headings, all else stays as it stands. */
export function readText(text: string): ReadDocument {
  const writer = createSectionWriter()
  for (const token of lexer(text.replace(/^\uFEFF/, ''))) {
    if (token.type === 'heading') writer.heading(Number(token['depth']), String(token['text']))
    else if (token.type !== 'space' && token.type !== 'hr') writer.block(token.raw.trim())
  }
  return { title: null, address: null, declaredLanguage: null, sections: writer.sections() }
}
