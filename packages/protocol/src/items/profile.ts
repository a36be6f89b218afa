import type { Mapped } from './channels';

/** Meaning of one item: how to read it, and for which lengths that holds. */
export interface ItemRule {
  id: number;
  /** Length in bytes, or a test of it: the same id with another length is another maker's item. */
  length: number | ((length: number) => boolean);
  /** Puts the item's values into `out`; false when this value has no meaning, so that the item is kept raw. */
  read: (data: Uint8Array, out: Mapped) => boolean | undefined;
}

/** Which items a terminal model sends and what they mean; rules of a profile go before those of its base. */
export interface ItemProfile {
  name: string;
  base?: ItemProfile;
  rules: ItemRule[];
}

/** Rules by item id, base included, most specific first. */
export function rulesOf(profile: ItemProfile): Map<number, ItemRule[]> {
  const rules = profile.base ? rulesOf(profile.base) : new Map<number, ItemRule[]>();
  for (const rule of profile.rules) rules.set(rule.id, [rule, ...(rules.get(rule.id) ?? [])]);
  return rules;
}

export function fits(rule: ItemRule, length: number): boolean {
  return typeof rule.length === 'number' ? rule.length === length : rule.length(length);
}
