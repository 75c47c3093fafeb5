import { baseKeymap, chainCommands, exitCode, setBlockType, toggleMark } from 'prosemirror-commands'
import { redo, undo } from 'prosemirror-history'
import {
  InputRule,
  inputRules,
  textblockTypeInputRule,
  undoInputRule,
  wrappingInputRule,
} from 'prosemirror-inputrules'
import { keymap } from 'prosemirror-keymap'
import { liftListItem, sinkListItem, splitListItem } from 'prosemirror-schema-list'
import { type Command, Plugin } from 'prosemirror-state'

import { heading, insertBlock, markType, nodeType } from './commands.ts'
import { schema } from './schema.ts'
import { moveInTable, placeInTable } from './tables.ts'

const item = nodeType('list_item')

const lineBreak: Command = (state, dispatch) => {
  dispatch?.(state.tr.replaceSelectionWith(schema.node('hard_break')).scrollIntoView())
  return true
}

/** A cell is one line of Markdown, so Enter breaks its line. */
const breakInCell: Command = (state, dispatch) => placeInTable(state) !== null && lineBreak(state, dispatch)

/** After Escape, Tab leaves the text as everywhere else. Ctrl+K is for links here, not for the command palette. */
function keysOfPage(askForLink: () => void): Plugin {
  let mayLeave = false
  return new Plugin({
    props: {
      handleDOMEvents: {
        keydown(_view, event) {
          if (event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey)) {
            event.preventDefault()
            event.stopPropagation()
            askForLink()
            return true
          }
          if (event.key === 'Tab' && mayLeave) return true
          mayLeave = event.key === 'Escape'
          return false
        },
        blur() {
          mayLeave = false
        },
      },
    },
  })
}

function markRule(pattern: RegExp, name: string): InputRule {
  return new InputRule(pattern, (state, match, start, end) => {
    const [whole, before = '', text = ''] = match
    const from = start + whole.indexOf(text, before.length)
    const { tr } = state
    if (from + text.length < end) tr.delete(from + text.length, end)
    tr.delete(start + before.length, from)
    const at = start + before.length
    return tr.addMark(at, at + text.length, markType(name).create()).removeStoredMark(markType(name))
  })
}

const rules = [
  textblockTypeInputRule(/^(#{1,6})\s$/, nodeType('heading'), (match) => ({
    level: String(match[1]).length,
  })),
  wrappingInputRule(/^\s*[-+*]\s$/, nodeType('bullet_list')),
  wrappingInputRule(
    /^(\d{1,9})[.)]\s$/,
    nodeType('ordered_list'),
    (match) => ({ start: Number(match[1]) }),
    (match, node) => node.childCount + Number(node.attrs['start']) === Number(match[1]),
  ),
  wrappingInputRule(/^\s*>\s$/, nodeType('blockquote')),
  textblockTypeInputRule(/^```([\w-]*)\s?$/, nodeType('code_block'), (match) => ({ info: String(match[1]) })),
  new InputRule(/^---$/, (state, _match, start, end) => {
    const cleared = state.apply(state.tr.delete(start, end))
    let made = null as ReturnType<typeof cleared.tr.insert> | null
    insertBlock(schema.node('horizontal_rule'))(cleared, (tr) => (made = tr))
    if (!made) return null
    const { tr } = state
    tr.delete(start, end)
    for (const step of made.steps) tr.step(step)
    return tr.setSelection(made.selection.map(tr.doc, tr.mapping.slice(tr.steps.length)))
  }),
  new InputRule(/^\[([ x])\]\s$/, (state, match, start, end) => {
    const { $from } = state.selection
    if ($from.depth < 2 || $from.node(-1).type !== item) return null
    return state.tr.setNodeAttribute($from.before(-1), 'checked', match[1] === 'x').delete(start, end)
  }),
  markRule(/(^|[^*])\*\*([^*\s](?:[^*]*[^*\s])?)\*\*$/, 'strong'),
  markRule(/(^|[^\w_])_([^_\s](?:[^_]*[^_\s])?)_$/, 'em'),
  markRule(/(^|[^`])`([^`]+)`$/, 'code'),
]

/** @param askForLink opens the field for an address */
export function keys(askForLink: () => void): Plugin[] {
  const code: Command = (state) => Boolean(state.selection.$from.parent.type.spec.code)
  const paragraph = setBlockType(nodeType('paragraph'))
  const levels = Object.fromEntries([1, 2, 3].map((level) => [`Mod-Alt-${level}`, heading(level)]))
  return [
    keysOfPage(askForLink),
    inputRules({ rules }),
    keymap({
      'Mod-z': undo,
      'Shift-Mod-z': redo,
      'Mod-y': redo,
      'Mod-b': toggleMark(markType('strong')),
      'Mod-i': toggleMark(markType('em')),
      ...levels,
      'Mod-Alt-0': paragraph,
      'Mod-Enter': exitCode,
      'Shift-Enter': (state, dispatch) => !code(state) && lineBreak(state, dispatch),
      Backspace: undoInputRule,
      Enter: chainCommands(breakInCell, splitListItem(item, { checked: null })),
      Tab: chainCommands(moveInTable(1), sinkListItem(item)),
      'Shift-Tab': chainCommands(moveInTable(-1), liftListItem(item)),
    }),
    keymap(baseKeymap),
  ]
}
