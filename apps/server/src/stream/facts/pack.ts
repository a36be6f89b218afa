import { type FoldState, foldStart } from '../../kernel/detect/fold';
import { plainDetectors, ruleDetector } from '../../kernel/detect/register';
import type { ActiveRule } from '../../kernel/detect/types';

/** Form of the text; another one counts as nothing known, and the day is folded anew. */
const format = 2;

interface Packed {
  v: number;
  drive: FoldState['drive'];
  /** by the detectors' keys */
  plain: Record<string, unknown>;
  rules: Array<[id: string, version: number, state: unknown]>;
  same?: FoldState['same'];
}

const named = (plain: FoldState['plain']): Packed['plain'] =>
  Object.fromEntries(plainDetectors.map(({ key }, i) => [key, plain[i]]));

/** A state as text: rules by name only, those at rest left out. */
export function packState(state: FoldState): string {
  const rules = state.rules.flatMap(({ rule, state: known }): Packed['rules'] => {
    const start = ruleDetector(rule.kind)?.start;
    return known === start || JSON.stringify(known) === JSON.stringify(start) ? [] : [[rule.id, rule.version, known]];
  });
  const packed: Packed = { v: format, drive: state.drive, plain: named(state.plain), rules };
  if (state.same) packed.same = state.same;
  return JSON.stringify(packed);
}

/** The state again; `ruleOf` knows every rule in every version. A rule that nobody knows any more is dropped. */
export function unpackState(
  text: string | null,
  ruleOf: (id: string, version: number) => ActiveRule | undefined,
): FoldState {
  if (text === null) return foldStart;
  const packed = JSON.parse(text) as Packed;
  if (packed.v !== format) return foldStart;
  const rules = packed.rules.flatMap(([id, version, state]) => {
    const rule = ruleOf(id, version);
    return rule ? [{ rule, state }] : [];
  });
  // no key: the next report puts the rules of its moment in order
  return {
    drive: packed.drive,
    plain: plainDetectors.map(({ key, detector }) => packed.plain[key] ?? detector.start),
    rulesKey: '?',
    rules,
    same: packed.same ?? null,
  };
}
