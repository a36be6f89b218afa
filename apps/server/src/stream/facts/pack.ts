import { type FoldState, foldStart } from '../../kernel/detect/fold';
import { plainDetectors, ruleDetector } from '../../kernel/detect/register';
import type { ActiveRule } from '../../kernel/detect/types';

/** Version of the packed text; a state of another version counts as not there, and the day is folded anew. */
const format = 2;

interface Packed {
  v: number;
  drive: FoldState['drive'];
  /** by the detectors' keys */
  plain: Record<string, unknown>;
  rules: Array<[id: string, version: number, state: unknown]>;
  same?: FoldState['same'];
}

const namePlainStates = (plain: FoldState['plain']): Packed['plain'] =>
  Object.fromEntries(plainDetectors.map(({ key }, i) => [key, plain[i]]));

/** A detector state as text for `facts_state` and `facts_carry`. Rules are named by id and version, and left out when their state is the initial one. */
export function packState(state: FoldState): string {
  const rules = state.rules.flatMap(({ rule, state: known }): Packed['rules'] => {
    const start = ruleDetector(rule.kind)?.start;
    return known === start || JSON.stringify(known) === JSON.stringify(start) ? [] : [[rule.id, rule.version, known]];
  });
  const packed: Packed = { v: format, drive: state.drive, plain: namePlainStates(state.plain), rules };
  if (state.same) packed.same = state.same;
  return JSON.stringify(packed);
}

/** The state again from its text; `ruleOf` finds a rule by id and version, and the state of a rule that it does not find is dropped. */
export function unpackState(
  text: string | null,
  ruleOf: (id: string, version: number) => ActiveRule | undefined,
): FoldState {
  if (text === null) return foldStart;
  // packState wrote it; a text of another version is told by `v`
  const packed = JSON.parse(text) as Packed;
  if (packed.v !== format) return foldStart;
  const rules = packed.rules.flatMap(([id, version, state]) => {
    const rule = ruleOf(id, version);
    return rule ? [{ rule, state }] : [];
  });
  // an unknown key: the next report sets up the rules of its moment
  return {
    drive: packed.drive,
    plain: plainDetectors.map(({ key, detector }) => packed.plain[key] ?? detector.start),
    rulesKey: '?',
    rules,
    same: packed.same ?? null,
  };
}
