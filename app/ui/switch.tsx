import { useState } from 'react'

import { FormFields } from './form-fields.tsx'

type SwitchProps = {
  label: string
  isOn: boolean
  isPending: boolean
  onSwitch: (isOn: boolean) => void
}

/** Switches immediately, and back if the change was rejected. The label is for screen readers only. */
export function Switch({ label, isOn, isPending, onSwitch }: SwitchProps) {
  const [wanted, setWanted] = useState<boolean | null>(null)
  const [wasPending, setWasPending] = useState(isPending)
  if (isPending !== wasPending) {
    setWasPending(isPending)
    if (!isPending) setWanted(null)
  }
  const isShownOn = wanted ?? isOn
  return (
    <FormFields>
      <button
        type="button"
        role="switch"
        aria-label={label}
        aria-checked={isShownOn}
        onClick={() => {
          setWanted(!isShownOn)
          onSwitch(!isShownOn)
        }}
        className="relative h-6 w-10 shrink-0 rounded-full border border-line-strong bg-overlay align-middle transition-colors before:absolute before:top-1 before:left-1 before:size-3.5 before:rounded-full before:border before:border-transparent before:bg-secondary before:transition-transform aria-checked:border-accent-fill aria-checked:bg-accent-fill aria-checked:before:translate-x-4 aria-checked:before:bg-white"
      />
    </FormFields>
  )
}
