import type { Output, Parsed } from '@tongda/contract/core/endpoint';
import { keysOf } from '@tongda/contract/core/keys';
import {
  type deviceSetSettings,
  settingLabels,
  settingNames,
  settingsRead,
  settingsStored,
  settingWords,
  type TerminalSettings,
} from '@tongda/contract/resources/device/settings';
import { sql } from 'kysely';
import { requireRow } from '../../../core/db/rows';
import type { Trx } from '../../../core/db/trx';
import type { Ctx } from '../../../core/http/ctx';
import { changeRecord, type Register } from '../../../core/record/register';
import { findDevice } from './repo';

/** A column of stored settings: what is not set is absent. */
export const storedSettings = (column: string) => sql<Partial<TerminalSettings>>`${sql.ref(column)}`;

/** The settings among the fields of a form. */
export const settingsOf = (fields: TerminalSettings): TerminalSettings =>
  settingsRead(Object.fromEntries(settingNames.map((name) => [name, fields[name]])));

/** How settings read in the change history. */
export const settingWording: Record<keyof TerminalSettings, (value: unknown) => string> = Object.fromEntries(
  // the history hands over the values that were stored under the names of the settings
  settingNames.map((name) => [name, (value: unknown) => settingWords(name, (value ?? null) as never)]),
  // every setting is among the names
) as Record<keyof TerminalSettings, (value: unknown) => string>;

const register: Register<TerminalSettings> = {
  entity: 'device',
  table: 'device',
  noun: '终端',
  wording: { labels: settingLabels, own: settingWording },
  columnsOf: (settings) => ({ settings: settingsStored(settings) }),
  twice: () => null,
};

/** Settings of a terminal, those of its model, and its last answer to an interval. The caller has checked that it is his to see. */
export async function loadSettings(trx: Trx, id: string) {
  const { own, model, intervalState, ...row } = await trx
    .selectFrom('device as d')
    .leftJoin('device_model as m', 'm.id', 'd.model_id')
    .select(['d.upload_interval_s as intervalS'])
    // a check of the table keeps it to the two
    .select(sql<'done' | 'refused' | null>`d.upload_interval_state`.as('intervalState'))
    .select([storedSettings('d.settings').as('own'), storedSettings('m.settings').as('model')])
    .where('d.id', '=', id)
    .executeTakeFirstOrThrow();
  return { ...row, intervalState, own: settingsRead(own), model: settingsRead(model) };
}

/** 修改协议设置: the gateways look the terminal up again before they take its next frame. */
export function setSettings(
  ctx: Ctx,
  { id, version, ...settings }: Parsed<typeof deviceSetSettings>,
): Promise<Output<typeof deviceSetSettings>> {
  return ctx.db(async (trx) => {
    requireRow(await findDevice(trx, ctx, id), '终端');
    const { own } = await loadSettings(trx, id);
    const before = Object.fromEntries(keysOf(settingLabels).map((name) => [name, own[name]]));
    await changeRecord(trx, ctx, register, { id, version, before, fields: settings, names: new Map() });
    return { id };
  });
}
