import { publishStatus } from '@tongda/contract/base/system-enums';
import type { FieldNote } from '@tongda/contract/company/openapi/interfaces';
import { type Kysely, sql } from 'kysely';
import type { DB } from '../../../core/generated/db-types';
import { type Offered, offeredInterfaces } from './catalogue';

/** An open interface as the provider keeps it: a call that the product offers, with the words and limits of its row. */
export interface Listed extends Offered {
  id: string;
  doc: string;
  notes: FieldNote[];
  answerExample: string;
  charge: (typeof chargeCodes)[number];
  chargeNote: string;
  perSecond: number;
  dailyLimit: number | null;
  isPublished: boolean;
}
const chargeCodes = [1, 2] as const;

/** Open interfaces in the provider's order. A row whose call this release does not offer any more is left out. */
export async function loadListed(db: Kysely<DB>): Promise<Listed[]> {
  const rows = await db
    .selectFrom('open_interface')
    .select(['id', 'key', 'name', 'category', 'summary', 'doc', 'example', 'status'])
    .select(['answer_example as answerExample', 'charge_note as chargeNote'])
    .select(['per_second as perSecond', 'daily_limit as dailyLimit'])
    // only the calls of this module and the releases fill these columns
    .select([sql<FieldNote[]>`notes`.as('notes'), sql<Listed['charge']>`charge`.as('charge')])
    .orderBy('sort')
    .orderBy('id')
    .execute();
  return rows.flatMap(({ category, example, status, ...row }) => {
    const offered = offeredInterfaces.find(({ key }) => key === row.key);
    if (!offered) return [];
    return [
      {
        ...offered,
        ...row,
        group: category,
        // it was checked against the input of the call when it was saved
        example: example === '' ? offered.example : (JSON.parse(example) as Record<string, unknown>),
        isPublished: status === publishStatus.published,
      },
    ];
  });
}

/** Names of the interfaces by key, those too that are withdrawn. */
export async function loadInterfaceNames(db: Kysely<DB>): Promise<ReadonlyMap<string, string>> {
  const rows = await db.selectFrom('open_interface').select(['key', 'name']).execute();
  return new Map(rows.map(({ key, name }) => [key, name]));
}
