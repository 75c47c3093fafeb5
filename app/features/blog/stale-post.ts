import { AppError } from '#app/platform/errors.ts'

import type { PostForm } from './post-form.ts'

/** The post was saved since the editor read it: it carries what stands there now, to be compared with what was typed. */
export class StalePost extends AppError {
  override name = 'StalePost'
  readonly version: number
  readonly current: PostForm

  constructor(version: number, current: PostForm) {
    super('conflict', 'This post was saved elsewhere since you opened it. Nothing was overwritten.')
    this.version = version
    this.current = current
  }
}
