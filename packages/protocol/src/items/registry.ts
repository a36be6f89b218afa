import { toHex } from '../bytes';
import { doorStatesOf, type Item, type Location } from '../jt808/messages/position/0200';
import type { Mapped } from './channels';
import { readyProfile } from './described';
import { gps51, gps51Co2, gps51Reefer, gps51ReeferCo2 } from './gps51';
import { makerProfiles } from './makers';
import { fitsRule, type ItemProfile, type ItemRule, rulesOf } from './profile';
import { standard } from './standard';
import { aovx, bleE6, bsj, mv710g } from './vendors';

/** Every profile that a terminal model may have. A maker's items are described as data in `makers`; what no description can say is a profile of its own file. */
const profiles: ItemProfile[] = [
  ...[standard, gps51, gps51Reefer, gps51Co2, gps51ReeferCo2, bsj, aovx, bleE6, mv710g],
  ...makerProfiles.map((profile) => readyProfile(profile, standard)),
];

const rulesByProfile = new Map<string, Map<number, ItemRule[]>>(profiles.map((p) => [p.name, rulesOf(p)]));
const standardRules = rulesOf(standard);

/** Names of the profiles that `mapItems` knows. */
export const itemProfileNames: readonly string[] = profiles.map((p) => p.name);

/**
 * Reads the items of a report into the channels of this product. What an item means depends on the terminal's profile (an unknown name counts as
 * `standard`) and on the item's length, because makers use the same ids for different things. Items without a meaning here are kept as hex, in their order.
 */
export function mapItems(profileName: string, items: readonly Item[]): Mapped {
  const rules = rulesByProfile.get(profileName) ?? standardRules;
  const out: Mapped = { channels: {}, odometerM: null, rawItems: null };
  let raw = '';
  for (const item of items) {
    const rule = rules.get(item.id)?.find((r) => fitsRule(r, item.data));
    if (rule) rule.read(item.data, out);
    else raw += itemHex(item);
  }
  if (raw) out.rawItems = raw;
  return out;
}

/** Channels of a whole report: its items and the doors of its status word. Bytes behind the last whole item are kept as hex with the unread items. */
export function mapLocation(profileName: string, location: Location): Mapped {
  const mapped = mapItems(profileName, location.items);
  mapped.channels.doorOpen = doorStatesOf(location.statusBits);
  if (location.remainder) mapped.rawItems = (mapped.rawItems ?? '') + toHex(location.remainder);
  return mapped;
}

/** Hex of an item as it was sent: id, length, data. */
function itemHex(item: Item): string {
  return toHex(Uint8Array.of(item.id, item.data.length)) + toHex(item.data);
}
