import { Schema } from 'prosemirror-model'

/** Inline elements without attributes that posts may have as tags. */
export const tagMarks = ['sub', 'sup', 'kbd', 'mark', 'u', 'ins', 'small'] as const

const attribute = (element: Element, name: string) => element.getAttribute(name) ?? ''

const tag = (name: string) => ({ parseDOM: [{ tag: name }], toDOM: () => [name, 0] as const })

/** What the surface shows as readers see it. Everything else stands as a `source` block at the top level. */
export const schema = new Schema({
  nodes: {
    doc: { content: '(block | source)+' },
    paragraph: { group: 'block', content: 'inline*', parseDOM: [{ tag: 'p' }], toDOM: () => ['p', 0] },
    heading: {
      group: 'block',
      content: 'inline*',
      defining: true,
      attrs: { level: { default: 2 } },
      parseDOM: [1, 2, 3, 4, 5, 6].map((level) => ({ tag: `h${level}`, attrs: { level } })),
      toDOM: ({ attrs }) => [`h${attrs['level']}`, 0],
    },
    blockquote: {
      group: 'block',
      content: 'block+',
      defining: true,
      parseDOM: [{ tag: 'blockquote' }],
      toDOM: () => ['blockquote', 0],
    },
    bullet_list: {
      group: 'block',
      content: 'list_item+',
      attrs: { tight: { default: true } },
      parseDOM: [{ tag: 'ul' }],
      toDOM: ({ attrs: { tight } }) => ['ul', { 'data-tight': tight ? '' : null }, 0],
    },
    ordered_list: {
      group: 'block',
      content: 'list_item+',
      attrs: { tight: { default: true }, start: { default: 1 } },
      parseDOM: [
        {
          tag: 'ol',
          getAttrs: (list) => ({
            start: list.hasAttribute('start') ? Number(list.getAttribute('start')) : 1,
          }),
        },
      ],
      toDOM: ({ attrs: { start, tight } }) => [
        'ol',
        { start: start === 1 ? null : start, 'data-tight': tight ? '' : null },
        0,
      ],
    },
    list_item: {
      content: 'paragraph block*',
      defining: true,
      attrs: { checked: { default: null } },
      parseDOM: [
        {
          tag: 'li',
          getAttrs: (item) => {
            const box = item.querySelector(':scope > input[type=checkbox]')
            return { checked: box ? box.hasAttribute('checked') : null }
          },
        },
      ],
      toDOM: ({ attrs: { checked } }) => [
        'li',
        { 'data-task': checked === null ? null : checked ? 'done' : 'open' },
        0,
      ],
    },
    code_block: {
      group: 'block',
      content: 'text*',
      marks: '',
      code: true,
      defining: true,
      attrs: { info: { default: '' } },
      parseDOM: [
        {
          tag: 'pre',
          preserveWhitespace: 'full',
          getAttrs: (pre) => {
            const found = /language-([\w+#.-]+)/.exec(String(pre.querySelector('code')?.className))
            return { info: found ? String(found[1]) : '' }
          },
        },
      ],
      toDOM: ({ attrs: { info } }) => ['pre', { 'data-language': info === '' ? null : info }, ['code', 0]],
    },
    horizontal_rule: { group: 'block', parseDOM: [{ tag: 'hr' }], toDOM: () => ['hr'] },
    table: {
      group: 'block',
      content: 'table_row+',
      isolating: true,
      parseDOM: [{ tag: 'table' }],
      toDOM: () => ['table', ['tbody', 0]],
    },
    table_row: { content: 'table_cell+', parseDOM: [{ tag: 'tr' }], toDOM: () => ['tr', 0] },
    table_cell: {
      content: 'inline*',
      isolating: true,
      attrs: { isHead: { default: false }, align: { default: null } },
      parseDOM: ['td', 'th'].map((name) => ({
        tag: name,
        getAttrs: (cell) => ({ isHead: name === 'th', align: cell.getAttribute('align') }),
      })),
      toDOM: ({ attrs: { isHead, align } }) => [isHead ? 'th' : 'td', { align }, 0],
    },
    source: {
      content: 'text*',
      marks: '',
      code: true,
      defining: true,
      toDOM: () => ['pre', { class: 'surface-source', title: 'Markdown, as it is stored' }, ['code', 0]],
    },
    text: { group: 'inline' },
    image: {
      group: 'inline',
      inline: true,
      draggable: true,
      attrs: { src: {}, alt: { default: '' }, title: { default: '' } },
      parseDOM: [
        {
          tag: 'img[src]',
          getAttrs: (image) => ({
            src: image.getAttribute('src'),
            alt: attribute(image, 'alt'),
            title: attribute(image, 'title'),
          }),
        },
      ],
      toDOM: ({ attrs: { src, alt, title } }) => ['img', { src, alt, title: title === '' ? null : title }],
    },
    hard_break: {
      group: 'inline',
      inline: true,
      selectable: false,
      parseDOM: [{ tag: 'br' }],
      toDOM: () => ['br'],
    },
  },
  marks: {
    link: {
      inclusive: false,
      attrs: { href: {}, title: { default: '' } },
      parseDOM: [
        {
          tag: 'a[href]',
          getAttrs: (link) => ({
            href: link.getAttribute('href'),
            title: attribute(link, 'title'),
          }),
        },
      ],
      toDOM: ({ attrs: { href, title } }) => ['a', { href, title: title === '' ? null : title }, 0],
    },
    ...Object.fromEntries(tagMarks.map((name) => [name, tag(name)])),
    strong: { parseDOM: [{ tag: 'strong' }, { tag: 'b' }], toDOM: () => ['strong', 0] },
    em: { parseDOM: [{ tag: 'em' }, { tag: 'i' }], toDOM: () => ['em', 0] },
    strike: { parseDOM: [{ tag: 's' }, { tag: 'del' }], toDOM: () => ['s', 0] },
    code: { code: true, parseDOM: [{ tag: 'code' }], toDOM: () => ['code', 0] },
    /** A space at which a line of the source ends. */
    wrap: {
      inclusive: false,
      parseDOM: [{ tag: 'span[data-wrap]' }],
      toDOM: () => ['span', { 'data-wrap': '' }, 0],
    },
  },
})
