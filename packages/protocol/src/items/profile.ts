import type { Mapped } from './channels';

/** A value of an item as people read it. */
export interface Explained {
  /** its channel, and where it has none what it is and its unit */
  row: { to: string | null; meaning?: string; unit?: string };
  /** number of the channel */
  no: number;
  /** null: the maker says that nothing is known */
  value: number | string | boolean | null;
}

/** How one item of a location report is read, and for which data that holds. */
export interface ItemRule {
  id: number;
  /**
   * Length in bytes, or a test of the data. Data that does not fit belongs to another maker's item of the same id, or carries no value in our units.
   */
  fits: number | ((data: Uint8Array) => boolean);
  /** Puts the item's values into `out`. */
  read: (data: Uint8Array, out: Mapped) => void;
  /** It fills no channel: the item is kept as hex like those without a meaning. */
  silent?: boolean;
  /** The item's values for people; absent where the channels say all. */
  explain?: (data: Uint8Array) => Explained[];
}

/** The items that a terminal model sends and what they mean. Rules of a profile are tried before those of its base. */
export interface ItemProfile {
  name: string;
  base?: ItemProfile;
  rules: ItemRule[];
}

/** Rules by item id, those of the base profiles included; the most specific rule comes first. */
export function rulesOf(profile: ItemProfile): Map<number, ItemRule[]> {
  const rules = profile.base ? rulesOf(profile.base) : new Map<number, ItemRule[]>();
  for (const rule of profile.rules) rules.set(rule.id, [rule, ...(rules.get(rule.id) ?? [])]);
  return rules;
}

/** Whether an item's data has the shape that the rule reads. */
export function fitsRule(rule: ItemRule, data: Uint8Array): boolean {
  return typeof rule.fits === 'number' ? rule.fits === data.length : rule.fits(data);
}
