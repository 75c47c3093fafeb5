import { type ComponentProps, useLayoutEffect, useState } from 'react'

import { cx } from '#app/lib/class-names.ts'

import { inputClass, useTyped } from './field.tsx'
import { useAwake, valueBefore } from './use-awake.ts'

type TextAreaProps = Omit<ComponentProps<'textarea'>, 'id' | 'value'> & { id: string }

/** React resets a textarea when it hydrates (`initTextarea`), so text typed before is restored. */
export function TextArea({ id, defaultValue = '', className, ...rest }: TextAreaProps) {
  const isAwake = useAwake()
  const first = useTyped(rest.name, defaultValue)
  const [typed] = useState(() => (isAwake ? null : valueBefore(id)))
  useLayoutEffect(() => {
    const field = document.getElementById(id)
    if (typed !== null && field instanceof HTMLTextAreaElement) field.value = typed
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- runs once, after hydration
  }, [])
  return <textarea id={id} defaultValue={first} className={cx(inputClass, className)} {...rest} />
}
