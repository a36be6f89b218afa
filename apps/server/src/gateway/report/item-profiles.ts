import type { DescribedProfile } from '@tongda/protocol/items/described';
import { ItemReaders, releaseReaders, standardProfile } from '@tongda/protocol/items/registry';
import type { Pool } from 'pg';

/**
 * What the items of reports mean, as staff keep it (扩展数据解析). The readers are made when the profiles are read, so that a report costs the same
 * whoever described its items. Before the first reading, and while the profiles in the database cannot be read, those of before hold.
 */
export class ItemProfileTable {
  readers = releaseReaders;
  private reading: Promise<void> | null = null;
  private again = false;
  private known = '';

  constructor(
    private readonly store: ItemProfileStore,
    private readonly trouble: (error: unknown, message: string) => void,
  ) {}

  /** Reads the profiles. To be called when they have changed, and now and then; of calls that come meanwhile the last one reads again. */
  async look(): Promise<void> {
    if (this.reading) {
      this.again = true;
      return this.reading;
    }
    this.reading = this.read();
    await this.reading;
    this.reading = null;
    if (!this.again) return;
    this.again = false;
    await this.look();
  }

  private async read(): Promise<void> {
    try {
      const profiles = await this.store.profiles();
      const told = JSON.stringify(profiles);
      if (told === this.known) return;
      this.readers = new ItemReaders(profiles);
      this.known = told;
    } catch (error) {
      this.trouble(error, 'item profiles not read');
    }
  }
}

/** Where the profiles are kept; rejects while the database is away. */
export interface ItemProfileStore {
  profiles(): Promise<readonly DescribedProfile[]>;
}

/** The profiles in PostgreSQL. */
export function pgItemProfiles(pool: Pool): ItemProfileStore {
  return {
    async profiles() {
      const { rows } = await pool.query<DescribedProfile>(
        'select code as name, base, rows from item_profile where code <> $1 order by code',
        [standardProfile],
      );
      return rows;
    },
  };
}
