import type { Signals } from './signals/signals.server.ts'

/** Makes something that an instance keeps in memory, at its first use; the function is its key. */
export type CreateState<State> = (signals: Signals) => State

/** What one instance keeps in memory between requests. Two instances in one process, as in tests, share none of it. */
export type ProcessState = { of<State>(create: CreateState<State>): State }

export function createProcessState(signals: Signals): ProcessState {
  const kept = new Map<CreateState<unknown>, unknown>()
  return {
    of<State>(create: CreateState<State>): State {
      if (!kept.has(create)) kept.set(create, create(signals))
      // Only what `create` made is stored under it.
      return kept.get(create) as State
    },
  }
}
