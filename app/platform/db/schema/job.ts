/** waiting: due at run_at. running: leased until lease_until. done and dead are kept for a while, to be looked at. */
export type JobState = 'waiting' | 'running' | 'done' | 'dead'

export type JobTable = {
  id: string
  name: string
  payload: string
  state: JobState
  run_at: number
  attempts: number
  max_attempts: number
  lease_token: string | null
  lease_until: number | null
  last_error: string | null
  created_at: number
  finished_at: number | null
}
