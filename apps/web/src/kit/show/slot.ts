import type { ComponentType } from 'react';

/** A place in a module for a part of a module above it, which the lower one must not import: `areas/slots.ts` fills it at the start. */
export interface Slot<Props> {
  /** Puts the part in; a second one takes its place. */
  fill(part: ComponentType<Props>): void;
  /** The part, or null where no module offers one. */
  part(): ComponentType<Props> | null;
}

/** Makes an empty slot. */
export function createSlot<Props>(): Slot<Props> {
  let filled: ComponentType<Props> | null = null;
  return {
    fill: (part) => {
      filled = part;
    },
    part: () => filled,
  };
}
