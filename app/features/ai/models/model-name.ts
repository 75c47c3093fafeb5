/** `gpt-6-luna` for `gpt-6-luna-2026-09-22`, and likewise for a date of eight digits. */
export function withoutDate(model: string): string {
  return model.replace(/-\d{4}-?\d{2}-?\d{2}$/, '')
}

/** Gateways name models as in `openai/gpt-6-luna`. */
export function withoutPath(model: string): string {
  return model.slice(model.lastIndexOf('/') + 1)
}
