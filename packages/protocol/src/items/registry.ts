import { toHex } from '../bytes';
import { doorStatesOf, type Item, type Location } from '../jt808/messages/position/0200';
import type { Mapped } from './channels';
import { type DescribedProfile, readyProfile } from './described';
import { makerProfiles } from './makers';
import { type Explained, fitsRule, type ItemProfile, type ItemRule, rulesOf } from './profile';
import { standard } from './standard';

/** Name of the profile that is always there: the items of JT/T 808 itself. All others are described (described.ts) and may change while terminals report. */
export const standardProfile = standard.name;

/** Reads the items of reports by profiles. It does not change: whoever hears of other profiles makes a new one. */
export class ItemReaders {
  private readonly rulesByProfile = new Map<string, ReadonlyMap<number, readonly ItemRule[]>>();
  private readonly standardRules = rulesOf(standard);

  /** Throws RangeError for a profile that cannot be read: a row beyond its item, a base that is not there, or one that leads back. */
  constructor(described: readonly DescribedProfile[]) {
    const byName = new Map(described.map((profile) => [profile.name, profile]));
    const ready = new Map<string, ItemProfile>([[standard.name, standard]]);
    const make = (name: string, above: readonly string[]): ItemProfile => {
      const known = ready.get(name);
      if (known) return known;
      const profile = byName.get(name);
      if (!profile || above.includes(name))
        throw new RangeError(`profile ${name}: ${profile ? 'based on itself' : 'unknown'}`);
      const made = readyProfile(profile, make(profile.base, [...above, name]));
      ready.set(name, made);
      return made;
    };
    for (const { name } of described) make(name, []);
    for (const [name, profile] of ready) this.rulesByProfile.set(name, rulesOf(profile));
  }

  /** Names of the profiles that it knows. */
  get names(): string[] {
    return [...this.rulesByProfile.keys()];
  }

  /**
   * Reads the items of a report into the channels of this product. What an item means depends on the terminal's profile (an unknown name counts as
   * `standard`) and on the item's length, because makers use the same ids for different things. Items without a meaning here are kept as hex, in their order.
   */
  mapItems(profile: string, items: readonly Item[]): Mapped {
    const rules = this.rulesByProfile.get(profile) ?? this.standardRules;
    const out: Mapped = { channels: {}, odometerM: null, rawItems: null };
    let raw = '';
    for (const item of items) {
      const rule = rules.get(item.id)?.find((r) => fitsRule(r, item.data));
      if (rule) rule.read(item.data, out);
      if (!rule || rule.silent) raw += itemHex(item);
    }
    if (raw) out.rawItems = raw;
    return out;
  }

  /** Channels of a whole report: its items and the doors of its status word, but for those that an item says by itself. Bytes behind the last whole item are kept as hex with the unread items. */
  mapLocation(profile: string, location: Location): Mapped {
    const mapped = this.mapItems(profile, location.items);
    const said = mapped.channels.doorOpen;
    const doors = doorStatesOf(location.statusBits);
    mapped.channels.doorOpen = said ? doors.map((open, i) => said[i] ?? open) : doors;
    if (location.remainder) mapped.rawItems = (mapped.rawItems ?? '') + toHex(location.remainder);
    return mapped;
  }

  /** What a profile makes of an item, value by value; null where it has no meaning for it, or one of the standard. */
  explain(profile: string, item: Item): Explained[] | null {
    return this.ruleOf(profile, item)?.explain?.(item.data) ?? null;
  }

  /** Whether a profile has a meaning of its own for an item, and not that of another one (its base). */
  differs(profile: string, other: string, item: Item): boolean {
    return this.ruleOf(profile, item) !== this.ruleOf(other, item);
  }

  private ruleOf(profile: string, { id, data }: Item): ItemRule | undefined {
    return (this.rulesByProfile.get(profile) ?? this.standardRules).get(id)?.find((rule) => fitsRule(rule, data));
  }
}

/** The profiles as a release brings them: a database begins with these. */
export const releaseReaders = new ItemReaders(makerProfiles);

/** Hex of an item as it was sent: id, length, data. */
function itemHex(item: Item): string {
  return toHex(Uint8Array.of(item.id, item.data.length)) + toHex(item.data);
}
