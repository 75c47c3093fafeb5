import { HOUR, MINUTE } from '#app/platform/clock.ts'

/**
 * Kinds of work that must not wait for each other. Each process runs so many jobs of a lane at a time, and stops one that
 * takes longer than its lane or its own kind allows.
 */
export const lanes = {
  mail: { slots: 2, deadline: 2 * MINUTE },
  publishing: { slots: 2, deadline: MINUTE },
  reading: { slots: 1, deadline: 10 * MINUTE },
  backup: { slots: 1, deadline: 4 * HOUR },
  other: { slots: 4, deadline: 10 * MINUTE },
} as const satisfies Record<string, { slots: number; deadline: number }>

export type Lane = keyof typeof lanes
