export const personalities = ['professional', 'friendly', 'technical', 'sales'] as const
export const responseStyles = ['concise', 'detailed', 'conversational', 'formal'] as const

export type Personality = (typeof personalities)[number]
export type ResponseStyle = (typeof responseStyles)[number]
