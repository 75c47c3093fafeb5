import { AppError } from '#app/platform/errors.ts'

export type Budget = 'time' | 'memory' | 'input' | 'output'

const sentences: Record<Budget, string> = {
  time: 'This takes longer to read than is allowed.',
  memory: 'This takes more memory to read than is allowed.',
  input: 'This is larger than is allowed.',
  output: 'This unfolds to more than is allowed.',
}

/** A task that was ended because it needed more than its kind may have. */
export class OverBudget extends AppError {
  override name = 'OverBudget'
  readonly budget: Budget

  constructor(budget: Budget) {
    super('invalid', sentences[budget])
    this.budget = budget
  }
}
