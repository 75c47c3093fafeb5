type SwitchProps = { label: string; isOn: boolean; onSwitch: (isOn: boolean) => void }

/** On or off, at once; its label is for screen readers where the place says it to all others. */
export function Switch({ label, isOn, onSwitch }: SwitchProps) {
  return (
    <input
      type="checkbox"
      role="switch"
      aria-label={label}
      checked={isOn}
      onChange={({ currentTarget }) => onSwitch(currentTarget.checked)}
      className="relative h-6 w-10 cursor-pointer appearance-none rounded-full border border-line-strong bg-overlay align-middle transition-colors before:absolute before:top-1 before:left-1 before:size-3.5 before:rounded-full before:border before:border-transparent before:bg-secondary before:transition-transform checked:border-accent-fill checked:bg-accent-fill checked:before:translate-x-4 checked:before:bg-white"
    />
  )
}
