import { mapOutsideCode } from './outside-code.ts'
import { withoutTemplateComments } from './template-comments.ts'

export type TemplateSettings = {
  isHtml: boolean
  /** Whether the file may hold imports and components of MDX. */
  isMdx: boolean
  /** Replaces variables such as `{{ page.title }}`. */
  title: string
  /** Returns the address of another file of the export by its name or path, or null if it is not there. */
  addressOf(target: string): string | null
  /** Called with the name of each thing that was removed. */
  onRemoved(what: string): void
  /** Called with the reason why it is not clear what was shown. */
  onUnclear(reason: string): void
}

/** Pieces of a template; none spans more than this many characters, so that matching stays linear. */
const TAG =
  /(\s[\w:-]{1,60}=)?\{\{([<%])?((?:[^{}]|\{(?!\{)|\}(?!\})){0,2000})\}\}|\{%-?((?:[^%]|%(?!\})){0,2000}?)-?%\}/
const FORMULA =
  /\$\$(?:[^$\\{]|\\[^]|\{(?!%|\{[<%])){1,5000}\$\$|(?<![\\$\w])\$(?=[^\s$])(?=[^$]{0,500}[\\^_])(?:[^$\\{\n]|\\.|\n(?![ \t]*\r?\n)|\{(?!%|\{[<%])){1,500}(?<=\S)\$(?![\d$])/
const TAG_OR_FORMULA = new RegExp(`${FORMULA.source}|${TAG.source}`, 'g')
const BRACES_OR_FORMULA = new RegExp(
  String.raw`${FORMULA.source}|(\s{1,60}[\w:-]{1,60}=)?\{(?:[ \t]*(?:"([^"\\{}\n]{0,500})"|'([^'\\{}\n]{0,500})'|(\d{1,20}|true))[ \t]*|[^{}\n]{0,500})\}`,
  'g',
)
const CODE_NAMES = 'highlight|codeblock|code-block|code-toggle|code|prism|mermaid|terminal|console|sourcecode'
const CODE_BLOCK = new RegExp(
  String.raw`^[ \t]*\{(?:%-?|\{[<%])[ \t]*(${CODE_NAMES})(?![\w-])([^\n{}]*?)-?(?:%|[>%]\})\}[ \t]*\r?\n?`,
)
const CODE_END = new RegExp(
  String.raw`[ \t]*\{(?:%-?[ \t]*end(?:${CODE_NAMES})|\{[<%][ \t]*\/[ \t]*(?:${CODE_NAMES}))[ \t]*-?(?:%|[>%]\})\}`,
)
/** Liquid's tags around or in code may span lines. */
const SPREAD_TAG = /\{%-?\s{0,99}((?:end)?(?:highlight|raw))\b([^%{}]{0,300}?)\s{0,99}-?%\}/g
const ALERT = /^((?:>[ \t]?)+)\[!(\w[\w-]{0,30})\][-+]?[ \t]*(.*)$/gm
const ADMONITION = /^([ \t]*):::+[ \t]*(?:\{?\.?([a-z]+)\}?)?(?:\[([^\]\n]*)\]|[ \t]+([^\n]*))?[ \t]*$/gim

/**
 * Turns shortcodes and templates of site generators into Markdown where there is an equal. Everything else is removed,
 * keeps its inner text and is named. Code keeps every character.
 */
export function cleanTemplates(body: string, settings: TemplateSettings): string {
  const plain = settings.isMdx ? withoutIndents(body) : body
  const lined = plain.includes('{%') ? mapOutsideCode(plain, onOneLine) : plain
  return mapOutsideCode(withoutTemplateComments(fencedHighlights(lined), settings), (text) => {
    let clean = text
      .replaceAll(/\{\{([<%])\/\*(.{0,500}?)\*\/[>%]\}\}/g, (_, sign: string, inner: string) =>
        sign === '<' ? `&#123;&#123;&lt;${inner}&gt;&#125;&#125;` : `&#123;&#123;%${inner}%&#125;&#125;`,
      )
      .replaceAll(
        /(!?)\[([^\]\n]{0,500})\]\(([^()\s]{0,500}?)(#[^()\s]*)?([ \t]+"[^"\n]*")?\)/g,
        (whole, ...parts) => linkOf(whole, parts as (string | undefined)[], settings),
      )
      .replaceAll(
        /\]\([ \t]*\{\{[<%][ \t]*(?:rel)?ref[ \t]+"?([^"\s>]{1,500})"?[ \t]*[>%]\}\}([^()\s]*)\)/g,
        (_, target: string, hash: string) => {
          const address = settings.addressOf(target)
          if (address === null) settings.onRemoved(`link to ${target}`)
          return `](${address ?? `import:${encodeURIComponent(target)}`}${hash})`
        },
      )
      .replaceAll(TAG_OR_FORMULA, (whole, ...[name = '', sign, inner, liquid]: (string | undefined)[]) => {
        if (whole.startsWith('$')) return whole
        const value = tagOf((inner ?? liquid ?? '').replace(/^[-#]|[>%-]$/g, '').trim(), sign, settings)
        return value === '' ? '' : name + value
      })
      .replaceAll(/^[ \t]*[*+-][ \t]+[^\n]{0,40}\n[ \t]*\{:toc[^{}\n]{0,50}\}/gim, '')
      .replaceAll(/(?<![=\w])==([^=\s][^=\n]{0,200})==(?![=\w])/g, '<mark>$1</mark>')
      .replaceAll(
        /^[ \t]*\{:[^{}\n]{0,500}\}[ \t]*$|\{:[.#:][^{}\n]{0,200}\}|\{:toc\}|\{::[^{}\n]{0,200}\}/gm,
        '',
      )
      .replaceAll(
        ALERT,
        (_, quote: string, kind: string, title: string) =>
          `${quote}**${title || labelOf(kind)}**\n${quote.trimEnd()}`,
      )
      .replaceAll(ADMONITION, (_, indent: string, kind?: string, boxed?: string, title?: string) =>
        kind === undefined ? '' : `${indent}**${boxed || title || labelOf(kind)}**`,
      )
      .replaceAll(
        /(!?)\[\[([^\][|#\n]{1,300})(#[^\][|\n]{0,200})?(?:\|([^\][\n]{0,300}))?\]\]/g,
        (_, mark: string, target: string, _hash, label?: string) => {
          const address = settings.addressOf(target)
          if (address !== null)
            return mark
              ? `![${/^\d+$/.test(label ?? '') ? '' : (label ?? '')}](${address})`
              : `[${label ?? target}](${address})`
          settings.onRemoved(`link to ${target}`)
          return mark ? '' : (label ?? target)
        },
      )
    if (settings.isMdx) clean = withoutComponents(clean, settings)
    return clean
  })
}

/** Removes indentation of four or more, which Markdown would show as code. In MDX it only shows that text is inside a component. */
function withoutIndents(body: string): string {
  let fence = ''
  let width = 0
  let isInList = false
  let isAfterTag = false
  const lines = body.split(/(?<=\n)/).map((typed) => {
    const line = typed.replace(/^[ \t]+/, (blank) => blank.replaceAll('\t', '    '))
    const indent = /^[ \t]*/.exec(line)?.[0].length ?? 0
    const [, mark = ''] = /^[ \t]*(`{3,}|~{3,})/.exec(line) ?? []
    if (fence === '' && line.trim() !== '') {
      if (indent === 0) isInList = /^(?:[-*+]|\d{1,9}[.)]|\[\^[^\]\n]{1,100}\]:)[ \t]/.test(line)
      if (isInList || indent < width || width === 0 || isAfterTag) width = isInList ? 0 : indent
      isAfterTag = line.charAt(indent) === '<'
    }
    if (fence === '') fence = mark
    else if (mark.startsWith(fence) && line.trim() === mark) fence = ''
    return line.slice(width < 4 || line.trim() === '' ? 0 : Math.min(width, indent))
  })
  return lines.join('')
}

function onOneLine(text: string): string {
  return text.replaceAll(
    SPREAD_TAG,
    (_, name: string, rest: string) => `{% ${name}${rest.replaceAll(/\s+/g, ' ')} %}`,
  )
}

function linkOf(
  whole: string,
  [mark, label, target = '', hash = '', title = '']: (string | undefined)[],
  settings: TemplateSettings,
): string {
  if (mark === '!' || !/^(?!\w+:)(?!\/\/).*\.(?:md|mdx|markdown)$/i.test(target)) return whole
  const address = settings.addressOf(target)
  if (address !== null) return `[${label}](${address}${hash}${title})`
  settings.onRemoved(`link to ${target}`)
  return label ?? ''
}

function tagOf(text: string, sign: string | undefined, settings: TemplateSettings): string {
  const name = /^\/?[ \t]*([\w./-]{1,60})/.exec(text)?.[1] ?? 'template'
  const given = (key: string) =>
    new RegExp(`\\b${key}[ \\t]*[=:][ \\t]*(?:"([^"]*)"|'([^']*)'|([^\\s"']+))`)
      .exec(text)
      ?.slice(1)
      .find((part) => part !== undefined)
  const firstWord = /^[\w-]+[ \t(]+["']?([^\s"'()]+)/.exec(text)?.[1] ?? ''
  if (/^(?:raw|endraw|comment|endcomment)$/.test(name) || text.startsWith('/') || /^end\w*$/.test(name))
    return ''
  const kind = name === 'include' ? `${firstWord} ${given('provider') ?? ''}`.toLowerCase() : name
  if (/^(?:figure|img)$|^(?:figure|image|img)[ .]/.test(kind)) {
    const address = given('src') ?? given('image_path') ?? given('url') ?? given('path')
    const caption = given('caption') ?? given('title') ?? given('description')
    if (address !== undefined)
      return `![${given('alt') ?? caption ?? ''}](${address.replaceAll(' ', '%20')})${caption ? `\n\n*${caption}*\n` : ''}`
  }
  if (name === 'asset_img') return `![](${firstWord})`
  const shown = addressOfEmbed(kind, given('id') ?? (name === 'include' ? '' : firstWord), given('user'))
  if (shown !== null) return shown
  const media = given('src') ?? given('url') ?? firstWord
  if (/^(?:video|audio)$/.test(name) && /\.\w{2,4}$/.test(media))
    return `[${given('title') ?? given('caption') ?? media.replace(/^.*\//, '')}](${media.replaceAll(' ', '%20')})`
  if (name === 'gist')
    return `https://gist.github.com/${text.split(/\s+/).slice(1, 3).join('/').replaceAll(/["']/g, '')}`
  if (name === 'post_url' || name === 'link' || name === 'ref' || name === 'relref') {
    const address = settings.addressOf(firstWord)
    if (address !== null) return address
    settings.onRemoved(firstWord === '' ? name : `link to ${firstWord}`)
    return `import:${encodeURIComponent(firstWord || name)}`
  }
  if (sign === undefined && /^site\.(?:base)?url$/.test(text)) return ''
  if (sign === undefined && /^page\.title\b/.test(text)) return settings.title
  const literal = /^(?:"([^"]*)"|'([^']*)')[ \t]*\|/.exec(text)
  if (sign === undefined && literal) return literal[1] ?? literal[2] ?? ''
  settings.onRemoved(name)
  return ''
}

function addressOfEmbed(kind: string, id: string, user = 'i'): string | null {
  if (/^https:\/\/[\w./?=&%-]{1,300}$/.test(id) && /youtu|vimeo/.test(kind)) return id
  if (!/^[\w-]{1,60}$/.test(id) || /list|channel/.test(kind)) return null
  if (kind.includes('youtube')) return `https://www.youtube.com/watch?v=${id}`
  if (kind.includes('vimeo')) return `https://vimeo.com/${id}`
  if (/^(?:tweet|twitter|x)$/.test(kind)) return `https://x.com/${user}/status/${id}`
  if (kind === 'instagram') return `https://www.instagram.com/p/${id}/`
  return kind === 'bilibili' ? `https://www.bilibili.com/video/${id}` : null
}

/** Turns `highlight` and `codeblock` into fences, which nothing in them can close. Fences stay as they are. */
function fencedHighlights(body: string): string {
  if (!new RegExp(CODE_NAMES).test(body)) return body
  const lines = body.split(/(?<=\n)/)
  // The next line with an end, for each line; searching anew for each start would be quadratic.
  const ends = Array.from(lines, () => -1)
  for (let at = lines.length - 1, end = -1; at >= 0; at -= 1) {
    if (CODE_END.test(lines[at] ?? '')) end = at
    ends[at] = end
  }
  const out: string[] = []
  let fence = ''
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? ''
    const [, mark = ''] = /^[\s>]{0,12}(`{3,}|~{3,})/.exec(line) ?? []
    if (fence === '') fence = mark
    else if (mark.startsWith(fence)) fence = ''
    const start = fence === '' && mark === '' ? CODE_BLOCK.exec(line) : null
    const end = ends[at] ?? -1
    if (!start || end === -1) {
      out.push(line)
      continue
    }
    const language =
      start[1] === 'mermaid'
        ? 'mermaid'
        : (/(?:lang(?:uage)?[:=][ \t]*["']?|^[ \t]+["']?)([\w+#-]+)(?![\w+#-]*=)/.exec(start[2] ?? '')?.[1] ??
          '')
    const whole = [line.slice(start[0].length), ...lines.slice(at + 1, end + 1)].join('')
    const [marked = '', ...after] = whole.split(CODE_END)
    const code = marked.replaceAll(
      /^[ \t]*\{%[^%\n]{0,300}%\}[ \t]*\n|\{%-?[ \t]*(?:end)?raw[ \t]*-?%\}/gm,
      '',
    )
    out.push(
      `~~~~~~~~${language}\n${code.replace(/^\n/, '').replace(/\n?$/, '\n')}~~~~~~~~\n${after.join('').replace(/^\r?\n/, '')}`,
    )
    at = end
  }
  return out.join('')
}

function withoutComponents(text: string, settings: TemplateSettings): string {
  return text
    .replaceAll(/^import\s[^;'"]{0,1000}from[ \t]+['"][^'"\n]{1,300}['"];?[ \t]*$/gm, '')
    .replaceAll(
      /^export[ \t](?:const|let|default|function)[^\n]{0,300}[{[(][ \t]*\n[^]{0,3000}?^[}\])][)\]};]{0,3}[ \t]*$/gm,
      '',
    )
    .replaceAll(/^(?:import|export)[ \t][^\n]*(?:\n|$)/gm, '')
    .replaceAll(/<(\/?)([A-Z][\w.]{0,60})(?:[^<>]|=>){0,2000}>/g, (_, closing: string, name: string) => {
      if (closing === '') settings.onRemoved(name)
      return ''
    })
    .replaceAll(BRACES_OR_FORMULA, (whole, ...[name = '', ...literals]: (string | undefined)[]) => {
      if (whole.startsWith('$')) return whole
      const literal = literals.slice(0, 3).find((one) => one !== undefined)
      if (literal !== undefined && name !== '') return `${name}"${literal.replaceAll('"', '&quot;')}"`
      if (literal !== undefined && literal !== 'true')
        return literal.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
      settings.onRemoved(whole.slice(name.length, name.length + 40))
      return ''
    })
}

function labelOf(kind: string): string {
  return kind.charAt(0).toUpperCase() + kind.slice(1).toLowerCase()
}
