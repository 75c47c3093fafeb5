import { type Dispatch, useCallback, useEffect, useRef, useState } from 'react'

import type { PageDocument } from '../page-document.ts'
import { mergeDocuments } from '../pages/merge-documents.ts'

import type { DraftAnswer, DraftConflict } from './draft-answer.ts'
import type { Blocks, EditorAction } from './editor-state.ts'

/** Milliseconds between the last change and saving. */
const PAUSE = 600
const RETRY = 4000

type Words = Omit<PageDocument, 'blocks'>

type DraftState = {
  status: 'saved' | 'changed' | 'saving' | 'failed'
  refusal: string
  faults: Readonly<Record<string, string>>
  conflict: (DraftConflict & { version: number }) | null
}

type DraftOptions = {
  address: string
  document: PageDocument
  version: number
  /** Version made by publishing; null before. */
  published: number | null
  blocks: Blocks
  dispatch: Dispatch<EditorAction>
}

const calm: DraftState = { status: 'saved', refusal: '', faults: {}, conflict: null }

/** Sends the blocks shortly after each change. Changes of others come back and are merged into those here. */
export function useDraft({ address, document, version, published, blocks, dispatch }: DraftOptions) {
  const [state, setState] = useState(calm)
  const { blocks: saved, ...words } = document
  const kept = useRef<{ version: number; words: Words; saved: Blocks }>({ version, words, saved })
  const latest = useRef(blocks)
  const unheard = useRef<Blocks>(null)
  const sending = useRef<Promise<boolean> | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  const saveIn = useCallback((milliseconds: number): void => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => void save(), milliseconds)
    // `save` calls it and is defined below.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [])

  const take = useCallback(
    (answer: DraftAnswer, sent: Blocks): boolean => {
      const { version: next = kept.current.version, document: merged } = answer
      unheard.current = null
      if (answer.error !== undefined) {
        const { conflict, fields = {} } = answer
        // What is wrong is shown with the latest texts, which are sent first.
        if (latest.current !== sent) saveIn(0)
        else
          setState({
            status: 'failed',
            refusal: conflict ? 'others changed the same texts.' : answer.error,
            faults: fields,
            conflict: conflict ? { ...conflict, version: next } : null,
          })
        return false
      }
      kept.current = { ...kept.current, version: next, saved: sent }
      if (merged) {
        const { blocks: theirs, ...others } = merged
        const own = { ...kept.current.words, blocks: [...latest.current] }
        const base = { ...kept.current.words, blocks: [...sent] }
        const joined =
          latest.current === sent
            ? theirs
            : mergeDocuments({ base, theirs: merged, mine: own }).document.blocks
        kept.current = { version: next, words: others, saved: latest.current === sent ? joined : theirs }
        dispatch({ do: 'merge', blocks: joined })
      } else dispatch({ do: 'rest' })
      setState({ ...calm, status: latest.current === sent ? 'saved' : 'changed' })
      return true
    },
    [dispatch, saveIn],
  )

  const send = useCallback(async (): Promise<boolean> => {
    const sent = unheard.current ?? latest.current
    setState((before) => ({ ...before, status: 'saving' }))
    const body = JSON.stringify({
      version: kept.current.version,
      document: { ...kept.current.words, blocks: sent },
    })
    try {
      const headers = { 'content-type': 'application/json' }
      const response = await fetch(address, { method: 'POST', body, headers })
      return take((await response.json()) as DraftAnswer, sent)
    } catch {
      unheard.current = sent
      setState({ ...calm, status: 'failed', refusal: 'The server cannot be reached. Trying again …' })
      saveIn(RETRY)
      return false
    }
  }, [address, take, saveIn])

  /**
   * Sends unsaved changes. Returns the stored version; null if they are not all stored. Blocks without an answer are sent
   * again as they were, before later changes, so that the server recognizes them.
   */
  const save = useCallback(async (): Promise<number | null> => {
    clearTimeout(timer.current)
    while (sending.current) await sending.current
    const isAgain = unheard.current !== null
    if (latest.current === kept.current.saved && !isAgain) setState(calm)
    else {
      sending.current = send()
      const isKept = await sending.current
      sending.current = null
      if (!isKept) return null
      // Blocks may have changed while they were sent, for example by an undo.
      if (latest.current !== kept.current.saved) {
        saveIn(PAUSE)
        if (isAgain) return null
      }
    }
    return kept.current.version
  }, [send, saveIn])

  useEffect(() => {
    latest.current = blocks
    clearTimeout(timer.current)
    const isKept = blocks === kept.current.saved && !sending.current
    setState((before) => (isKept ? calm : { ...before, status: sending.current ? 'saving' : 'changed' }))
    if (!isKept) saveIn(PAUSE)
  }, [blocks, save, saveIn])

  useEffect(() => () => clearTimeout(timer.current), [])

  useEffect(() => {
    if (published === kept.current.version + 1) kept.current.version = published
  }, [published])

  const settle = useCallback(
    (whose: 'mine' | 'theirs'): void => {
      const { conflict } = state
      if (!conflict) return
      const { blocks: theirs, ...others } = conflict.current
      kept.current = { version: conflict.version, words: others, saved: theirs }
      setState({ ...calm, status: whose === 'theirs' ? 'saved' : 'changed' })
      dispatch(
        whose === 'theirs'
          ? { do: 'replace', blocks: theirs }
          : { do: 'settle', blocks: conflict.merged.blocks, over: theirs },
      )
    },
    [dispatch, state],
  )

  return { ...state, save, settle }
}
