import { toHex } from '../bytes';
import { doorsOpen, type Item, type Location } from '../jt808/messages/0200';
import type { Mapped } from './channels';
import { gps51, gps51Co2, gps51Reefer, gps51ReeferCo2 } from './gps51';
import { fits, type ItemProfile, type ItemRule, rulesOf } from './profile';
import { standard } from './standard';
import { aovx, bleE6, bsj, mv710g } from './vendors';

/** Every profile that a terminal model may have. A new one is a file beside these and a word here. */
const profiles: ItemProfile[] = [standard, gps51, gps51Reefer, gps51Co2, gps51ReeferCo2, bsj, aovx, bleE6, mv710g];

const rulesByProfile = new Map<string, Map<number, ItemRule[]>>(profiles.map((p) => [p.name, rulesOf(p)]));
const standardRules = rulesOf(standard);

/** Names that `mapItems` knows. */
export const itemProfileNames: readonly string[] = profiles.map((p) => p.name);

/**
 * Canonical channels of a report's items. The meaning of an item depends on the terminal's profile (an unknown name counts as `standard`) and on
 * the item's length, since makers use the same ids for different things. Items without a meaning are kept as hex, in their order.
 */
export function mapItems(profileName: string, items: readonly Item[]): Mapped {
  const rules = rulesByProfile.get(profileName) ?? standardRules;
  const out: Mapped = { channels: {}, odometerM: null, rawItems: null };
  let raw = '';
  for (const item of items) {
    const rule = rules.get(item.id)?.find((r) => fits(r, item.data));
    if (rule) rule.read(item.data, out);
    else raw += itemHex(item);
  }
  if (raw) out.rawItems = raw;
  return out;
}

/** Channels of a whole report: its items, the doors of its status word, and bytes behind the last whole item kept raw. */
export function mapLocation(profileName: string, location: Location): Mapped {
  const mapped = mapItems(profileName, location.items);
  mapped.channels.doorOpen = doorsOpen(location.statusBits);
  if (location.remainder) mapped.rawItems = (mapped.rawItems ?? '') + toHex(location.remainder);
  return mapped;
}

function itemHex(item: Item): string {
  return toHex(Uint8Array.of(item.id, item.data.length)) + toHex(item.data);
}
