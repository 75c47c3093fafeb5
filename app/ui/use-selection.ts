import { type MouseEvent, useEffect, useRef, useState } from 'react'

/**
 * Selects rows of a list that is a form: each row has a checkbox `pick`; the checkbox `all` selects every match. The
 * checkboxes hold the state, so that those ticked before hydration count too.
 */
export function useSelection(rows: readonly unknown[]) {
  const form = useRef<HTMLFormElement>(null)
  const [picked, setPicked] = useState<readonly string[]>([])
  const [isAll, setAll] = useState(false)
  const recount = () => {
    const ticked = new FormData(form.current ?? undefined)
    setPicked(ticked.getAll('pick').map(String))
    setAll(ticked.has('all'))
  }
  useEffect(recount, [rows])
  const last = useRef<HTMLInputElement>(null)
  const boxes = (name: 'pick' | 'all') =>
    form.current ? [...form.current.querySelectorAll<HTMLInputElement>(`[name=${name}]`)] : []
  const tick = (name: 'pick' | 'all', isTicked: boolean) => {
    for (const box of boxes(name)) box.checked = isTicked
  }
  return {
    form,
    picked,
    isAll,
    recount,
    /** With Shift, sets all checkboxes from the previously clicked one to this one. */
    pickRange({ target, shiftKey }: MouseEvent) {
      const all = boxes('pick')
      const here = all.findIndex((box) => box === target)
      const before = all.findIndex((box) => box === last.current)
      const box = all[here]
      if (!box) return
      last.current = box
      if (!shiftKey || before < 0) return
      for (const between of all.slice(Math.min(here, before), Math.max(here, before)))
        between.checked = box.checked
      recount()
    },
    pickPage: (isPicked: boolean) => tick('pick', isPicked),
    /** Unticks the checkboxes itself, because React does not notice the form's `reset` and would miss the next tick. */
    clear() {
      tick('pick', false)
      tick('all', false)
      recount()
    },
  }
}
