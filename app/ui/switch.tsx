type SwitchProps = { label: string; isOn: boolean; onSwitch: (isOn: boolean) => void }

/** On or off, at once; its label is for screen readers where the place says it to all others. */
export function Switch({ label, isOn, onSwitch }: SwitchProps) {
  return (
    <button
      type="button"
      role="switch"
      aria-label={label}
      aria-checked={isOn}
      onClick={() => onSwitch(!isOn)}
      className="relative h-6 w-10 shrink-0 rounded-full border border-line-strong bg-overlay align-middle transition-colors before:absolute before:top-1 before:left-1 before:size-3.5 before:rounded-full before:border before:border-transparent before:bg-secondary before:transition-transform aria-checked:border-accent-fill aria-checked:bg-accent-fill aria-checked:before:translate-x-4 aria-checked:before:bg-white"
    />
  )
}
