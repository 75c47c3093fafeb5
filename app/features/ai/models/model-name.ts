/** Turns `gpt-6-luna-2026-09-22` into `gpt-6-luna`; also removes a date of eight digits. */
export function withoutDate(model: string): string {
  return model.replace(/-\d{4}-?\d{2}-?\d{2}$/, '')
}

/** Removes the path of a gateway's name such as `openai/gpt-6-luna`. */
export function withoutPath(model: string): string {
  return model.slice(model.lastIndexOf('/') + 1)
}
