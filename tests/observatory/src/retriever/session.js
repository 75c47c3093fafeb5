// Ours, in place of the published one, which fetches from the internet; only types are made of it.
export class Session {}
