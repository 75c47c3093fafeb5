import { Link } from 'react-router'

import { Badge } from '#app/ui/badge.tsx'
import { buttonClass } from '#app/ui/button.tsx'
import { Time } from '#app/ui/time.tsx'
import { useAdminShell } from '#app/ui/use-admin-shell.ts'

import type { TwoFactorState } from '../two-factor/read-two-factor.server.ts'

import { AccountPanel } from './account-panel.tsx'

export function TwoFactorPanel({ state }: { state: TwoFactorState | null }) {
  return (
    <AccountPanel
      id="two-factor-title"
      title="Two-factor sign-in"
      badge={state ? <Badge tone="success">On</Badge> : <Badge>Off</Badge>}
      text={
        state ? (
          <StateText state={state} />
        ) : (
          'With it, signing in asks for a code of an app on your phone too: a stolen password opens nothing.'
        )
      }
    >
      <div>
        <Link
          to="/admin/account/two-factor"
          className={buttonClass({ tone: state ? 'outline' : 'solid', size: 'md' })}
        >
          {state ? 'Manage two-factor sign-in' : 'Set up two-factor sign-in'}
        </Link>
      </div>
    </AccountPanel>
  )
}

/** Since when it is on, and how many recovery codes are left. */
export function StateText({ state }: { state: TwoFactorState }) {
  const { timeZone } = useAdminShell()
  const left = state.codesLeft === 1 ? '1 recovery code is' : `${state.codesLeft} recovery codes are`
  return (
    <>
      On since <Time at={state.enabledAt} timeZone={timeZone} />. {left} left
      {state.codesLeft < 3 ? '; please make new ones.' : '.'}
    </>
  )
}
