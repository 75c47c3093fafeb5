import { type ComponentProps, useLayoutEffect, useState } from 'react'

import { cx } from '#app/lib/class-names.ts'

import { inputClass, useTyped } from './field.tsx'
import { useAwake, valueBefore } from './use-awake.ts'

type TextAreaProps = Omit<ComponentProps<'textarea'>, 'id' | 'value'> & { id: string }

/**
 * A field for longer text, which keeps its own state. What was typed before its script came stays: React puts the first
 * text back as it wakes a textarea (its `initTextarea`), though it leaves inputs alone.
 */
export function TextArea({ id, defaultValue = '', className, ...rest }: TextAreaProps) {
  const isAwake = useAwake()
  const first = useTyped(rest.name, defaultValue)
  const [typed] = useState(() => (isAwake ? null : valueBefore(id)))
  useLayoutEffect(() => {
    const field = document.getElementById(id)
    if (typed !== null && field instanceof HTMLTextAreaElement) field.value = typed
    // Once, on waking.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [])
  return <textarea id={id} defaultValue={first} className={cx(inputClass, className)} {...rest} />
}
