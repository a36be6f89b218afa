import type { Mapped } from './channels';

/** Meaning of one item: how to read it, and for which data that holds. */
export interface ItemRule {
  id: number;
  /** Length in bytes, or a test of the data: the same id in another shape is another maker's item, or has no value in our units. */
  fits: number | ((data: Uint8Array) => boolean);
  /** Puts the item's values into `out`. */
  read: (data: Uint8Array, out: Mapped) => void;
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

export function fits(rule: ItemRule, data: Uint8Array): boolean {
  return typeof rule.fits === 'number' ? rule.fits === data.length : rule.fits(data);
}
