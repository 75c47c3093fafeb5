export type RunStep = {
  name: string
  log: string
  /** Replaces `log` in the run with an error, unless empty. */
  errorLog: string
  seconds: number
  /** Whether the fields of the invoice are read in this step. */
  reads: boolean
  /** Whether a person decides here in the run with an error. */
  asks: boolean
}

export type RunPlan = {
  startsAt: string
  steps: readonly RunStep[]
  fields: number
  approved: string
  sentBack: string
}

export type Run = {
  hasError: boolean
  /** Index of the current step; equals the number of steps once all are done. */
  step: number
  /** Number of invoice fields read so far. */
  read: number
  phase: 'running' | 'asked' | 'sentBack' | 'done'
  /** Seconds that the person took to decide; 0 before. */
  waited: number
}

export type LogEntry = { at: string; name: string; text: string; isAsking: boolean }

export type StepState = 'waiting' | 'running' | 'done' | 'asked' | 'sentBack'

export function beginRun(hasError: boolean): Run {
  return { hasError, step: 0, read: 0, phase: 'running', waited: 0 }
}

export function finishedRun({ steps, fields }: RunPlan): Run {
  return { ...beginRun(false), step: steps.length, read: fields, phase: 'done' }
}

/** Returns the run after its next event: a field is read, a step is done, or a person is asked. */
export function advance({ steps, fields }: RunPlan, run: Run): Run {
  const step = steps[run.step]
  if (run.phase !== 'running' || !step) return run
  if (step.reads && run.read < fields) return { ...run, read: run.read + 1 }
  if (run.hasError && run.step === askingStep(steps)) return { ...run, phase: 'asked' }
  return nextStep(steps, run)
}

export function decide({ steps }: RunPlan, run: Run, isApproved: boolean, waited: number): Run {
  if (run.phase !== 'asked') return run
  const decided = { ...run, waited: Math.max(1, Math.round(waited)) }
  return isApproved ? nextStep(steps, decided) : { ...decided, phase: 'sentBack' }
}

function nextStep(steps: readonly RunStep[], run: Run): Run {
  const step = run.step + 1
  return { ...run, step, phase: step < steps.length ? 'running' : 'done' }
}

/** Returns the first step with a question; later ones do not ask. */
function askingStep(steps: readonly RunStep[]): number {
  return steps.findIndex(({ asks }) => asks)
}

/** Returns whether the difference has been found, which happens at the step that asks. */
export function isErrorFound({ steps }: RunPlan, run: Run): boolean {
  const asking = askingStep(steps)
  return run.hasError && (run.step > asking || (run.step === asking && run.phase !== 'running'))
}

export function stateOf(run: Run, index: number): StepState {
  if (index < run.step) return 'done'
  return index > run.step || run.phase === 'done' ? 'waiting' : run.phase
}

export function logOf({ startsAt, steps, approved, sentBack }: RunPlan, run: Run): LogEntry[] {
  const asking = run.hasError ? askingStep(steps) : -1
  let seconds = secondsOf(startsAt)
  return steps.flatMap(({ name, log, errorLog, seconds: taken }, index) => {
    const state = stateOf(run, index)
    if (state === 'waiting' || state === 'running') return []
    const isAsking = index === asking
    const entry = {
      at: clockOf((seconds += taken)),
      name,
      text: run.hasError && errorLog ? errorLog : log,
      isAsking,
    }
    if (!isAsking || state === 'asked') return [entry]
    const text = state === 'sentBack' ? sentBack : approved
    return [entry, { at: clockOf((seconds += run.waited)), name, text, isAsking: false }]
  })
}

const DAY = 24 * 60 * 60

function secondsOf(clock: string): number {
  const [hours = 0, minutes = 0, seconds = 0] = clock.split(':').map(Number)
  const total = hours * 3600 + minutes * 60 + seconds
  return Number.isFinite(total) ? total : 0
}

function clockOf(seconds: number): string {
  const whole = Math.floor(seconds) % DAY
  return [whole / 3600, (whole / 60) % 60, whole % 60]
    .map((part) => String(Math.floor(part)).padStart(2, '0'))
    .join(':')
}
