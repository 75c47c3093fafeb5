import { cx } from '#app/lib/class-names.ts'
import { Spinner } from '#app/ui/spinner.tsx'

type State = 'unknown' | 'connected' | 'failed'

const lights: Record<State, string> = {
  unknown: 'bg-muted',
  connected: 'bg-success',
  failed: 'bg-danger',
}

type ConnectionStatusProps = { state: State; isTrying: boolean; providerLabel: string }

/** §2: what works at present, by a light and a word each. */
export function ConnectionStatus({ state, isTrying, providerLabel }: ConnectionStatusProps) {
  const isConnected = state === 'connected'
  const services = [
    { name: 'Chatbot Service', status: isConnected ? 'Ready' : 'Pending' },
    { name: 'Voice Agents', status: isConnected ? 'Ready' : 'Pending' },
    { name: `${providerLabel} API`, status: isConnected ? 'Active' : 'Inactive' },
  ]
  return (
    <ul aria-label="Status" aria-busy={isTrying} className="grid gap-3 sm:grid-cols-3">
      {services.map(({ name, status }) => (
        <li key={name} className="flex items-center gap-3 rounded-lg border border-line bg-raised px-5 py-4">
          <span aria-hidden className={cx('size-2.5 rounded-full', lights[state])} />
          <span className="flex-1 text-secondary">{name}</span>
          <span className="font-medium">{status}</span>
          {isTrying ? <Spinner /> : null}
        </li>
      ))}
    </ul>
  )
}
