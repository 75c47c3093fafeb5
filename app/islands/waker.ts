export function wakeIslands(): void {}
