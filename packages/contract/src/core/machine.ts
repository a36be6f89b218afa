import type { WireCode } from './enum';
import { keysOf } from './keys';

/** One allowed step: the states it may start from, and the one it leads to (`null`: the state is derived or stays). */
export interface Step<C extends WireCode> {
  from: readonly C[];
  to: C | null;
  /** the verb on buttons and in sentences: 拆单, 发车 */
  label: string;
}

interface States<C extends WireCode> {
  codes: readonly C[];
  label: (code: C) => string;
}

/**
 * Declares once what may happen to a thing with states: the server refuses every other step (4010), the web hides its button.
 * `defineMachine(orderStatus, { depart: { from: [2, 3], to: 4, label: '发车' } })`.
 */
export function defineMachine<C extends WireCode, const S extends Record<string, Step<C>>>(
  states: States<C>,
  steps: S,
) {
  type Verb = keyof S & string;
  const verbs = keysOf(steps);
  const can = (verb: Verb, state: C): boolean => steps[verb]?.from.includes(state) ?? false;
  const labels = (codes: readonly C[]): string => codes.map((code) => states.label(code)).join('、');
  return {
    verbs,
    /** every state, for those who walk through all of them */
    states: states.codes,
    can,
    /** state after a step; null when the step leaves it to be derived */
    to: (verb: Verb): C | null => steps[verb]?.to ?? null,
    label: (verb: Verb): string => steps[verb]?.label ?? verb,
    /** what may be done in a state */
    allowed: (state: C): Verb[] => verbs.filter((verb) => can(verb, state)),
    /** why a step is refused in a state, as a sentence: `运输中的订单不能拆单，只有待调度时可以` */
    refusal: (verb: Verb, state: C, thing: string): string => {
      return `${states.label(state)}的${thing}不能${steps[verb]?.label ?? verb}，只有${labels(steps[verb]?.from ?? [])}时可以`;
    },
    /** a step in words: `待调度、待装车 → 已作废`; without an arrow when the state stays or is derived */
    way: (verb: Verb): string => {
      const to = steps[verb]?.to ?? null;
      return labels(steps[verb]?.from ?? []) + (to === null ? '' : ` → ${states.label(to)}`);
    },
  };
}
