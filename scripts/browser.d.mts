export function findSystemBrowser(): string | undefined
export function ensureBrowser(): void
