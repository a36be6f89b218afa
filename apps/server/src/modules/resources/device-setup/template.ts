import type { Output, Parsed } from '@tongda/contract/core/endpoint';
import {
  type MakerSetting,
  type TemplateFields,
  type TemplateRow,
  type templateApply,
  templateColumns,
  templateFilters,
  templateLabels,
} from '@tongda/contract/resources/device-setup/template';
import type { StoredSetting } from '@tongda/contract/watch/command/kind';
import { sql } from 'kysely';
import { floatOrNull } from '../../../core/db/columns';
import { requireRow } from '../../../core/db/rows';
import type { Trx } from '../../../core/db/trx';
import { wireTimeSql } from '../../../core/http/answer/wire-time';
import type { Ctx } from '../../../core/http/ctx';
import { blockedByRule } from '../../../core/http/errors';
import { recordChanges } from '../../../core/record/audit';
import { eachRecord, type Register, registerWrites, type Target } from '../../../core/record/register';
import { registerRows } from '../../../core/record/rows';
import { storeCommands } from '../../watch/command/door';

const noun = '参数模板';

const idsInWords = (value: unknown): string =>
  // the field of the form
  Object.entries(value as TemplateFields['paramIds'])
    .flatMap(([key, number]) => (number ? [`${key} ${number}`] : []))
    .join('、');

export const templateRegister: Register<TemplateFields> = {
  entity: 'paramTemplate',
  table: 'param_template',
  noun,
  wording: { labels: templateLabels, own: { paramIds: idsInWords } },
  columnsOf: (v) => ({
    name: v.name,
    model: v.model,
    report_interval_s: v.reportInterval,
    sample_interval_s: v.sampleInterval,
    sleep_s: v.sleep,
    temp_low_c: v.tempLow,
    temp_high_c: v.tempHigh,
    hum_low_pct: v.humLow,
    hum_high_pct: v.humHigh,
    low_power_pct: v.lowPower,
    host: v.host,
    port: v.port,
    param_ids: v.paramIds,
    remark: v.remark,
  }),
  twice: (index) => (index === 'param_template_name' ? { field: 'name', msg: '模板名称已存在' } : null),
};

/** Recorders of the template's model, of all companies. */
const ofModel = sql<boolean>`p.deleted_at is null and p.phone_key is not null and coalesce(m.name, p.model) = t.model`;
const count = (condition: string) =>
  sql<number>`(select count(*)::int from device_command c where c.template_id = t.id and ${sql.raw(condition)})`;

const selectTemplates = (trx: Trx, ctx: Ctx) =>
  trx
    .selectFrom('param_template as t')
    .where('t.client_id', '=', ctx.clientId)
    .where('t.deleted_at', 'is', null)
    .select([
      't.id',
      't.name',
      't.model',
      't.report_interval_s as reportInterval',
      't.sample_interval_s as sampleInterval',
    ])
    .select(['t.sleep_s as sleep', 't.low_power_pct as lowPower', 't.host', 't.port', 't.remark', 't.version'])
    .select([
      floatOrNull('t.temp_low_c').as('tempLow'),
      floatOrNull('t.temp_high_c').as('tempHigh'),
      floatOrNull('t.hum_low_pct').as('humLow'),
      floatOrNull('t.hum_high_pct').as('humHigh'),
      // only this file fills the column
      sql<TemplateFields['paramIds']>`t.param_ids`.as('paramIds'),
      sql<number>`(select count(*)::int from portable_device p left join device_model m on m.id = p.model_id where ${ofModel})`.as(
        'deviceCount',
      ),
      count('c.state = 2').as('doneCount'),
      count('c.state in (0, 1, 7, 9)').as('openCount'),
      count('c.state in (3, 4, 8)').as('failCount'),
      wireTimeSql(sql<Date>`t.updated_at`, ctx.timeZone).as('updateTime'),
    ]);

export const templateRows = registerRows({
  filters: templateFilters,
  columns: templateColumns,
  alias: 't',
  select: selectTemplates,
  usual: 'name asc',
});

const load = async (trx: Trx, ctx: Ctx, id: string): Promise<TemplateRow> =>
  requireRow(await templateRows.find(trx, ctx, id), noun);

export const templateWrites = registerWrites<TemplateFields, TemplateFields, TemplateRow>(templateRegister, {
  load,
  prepare: async (_trx, _ctx, fields) => ({ fields, names: new Map() }),
});

export const deleteTemplates = (ctx: Ctx, ids: string[]) =>
  eachRecord<TemplateFields, Target & { openCount: number }>(ctx, templateRegister, ids, {
    load: (trx, wanted) => selectTemplates(trx, ctx).where('t.id', 'in', wanted).execute(),
    action: '删除',
    refuse: (t) => (t.openCount > 0 ? blockedByRule(`模板${t.name}还有${t.openCount}台设备正在下发，不能删除`) : null),
    set: null,
  });

const hexOf = (value: number, bytes: number): string =>
  (value < 0 ? value + 2 ** (8 * bytes) : value).toString(16).padStart(2 * bytes, '0');

/** Bytes of the maker's own settings: an interval in s as four bytes, temperatures and humidity in 0.1 as two (two's complement), a charge as one. */
const makerHex: Readonly<Record<MakerSetting, (value: number) => string>> = {
  sampleInterval: (s) => hexOf(s, 4),
  tempLow: (c) => hexOf(Math.round(c * 10), 2),
  tempHigh: (c) => hexOf(Math.round(c * 10), 2),
  humLow: (pct) => hexOf(Math.round(pct * 10), 2),
  humHigh: (pct) => hexOf(Math.round(pct * 10), 2),
  lowPower: (pct) => hexOf(pct, 1),
};

/** The settings of a template as a terminal takes them (0x8103): those of the standard, and the maker's own that have a number. */
export function settingsOf(template: Omit<TemplateFields, 'name' | 'model' | 'remark'>): StoredSetting[] {
  const { reportInterval, sleep, host, port, paramIds } = template;
  const own = Object.entries(makerHex).flatMap(([key, hex]) => {
    // keys of the table are the settings
    const setting = key as MakerSetting;
    const [number, value] = [paramIds[setting], template[setting]];
    return number && value !== null ? [{ id: Number.parseInt(number, 16), hex: hex(value) }] : [];
  });
  return [
    { id: 0x0029, hex: hexOf(reportInterval, 4) },
    ...(sleep === null ? [] : [{ id: 0x0027, hex: hexOf(sleep, 4) }]),
    // a server's name has no other characters
    ...(host === null ? [] : [{ id: 0x0013, hex: Buffer.from(host, 'ascii').toString('hex') }]),
    ...(port === null ? [] : [{ id: 0x0018, hex: hexOf(port, 4) }]),
    ...own,
  ];
}

interface Recorder {
  id: string;
  deviceNo: string;
  clientId: string;
  terminalId: string;
  phoneKey: string | null;
  model: string;
  waits: boolean;
}

/** Recorders by their numbers, or all of a model that can be reached. */
async function loadRecorders(trx: Trx, template: TemplateRow, deviceNos: readonly string[]): Promise<Recorder[]> {
  const { rows } = await sql<Recorder>`
    select p.id::text as id, p.device_no as "deviceNo", p.client_id::text as "clientId", p.terminal_id::text as "terminalId", p.phone_key as "phoneKey",
      coalesce(m.name, p.model, '') as model,
      exists (select from device_command c where c.portable_id = p.id and c.template_id is not null and c.state in (0, 1, 7)) as waits
    from portable_device p left join device_model m on m.id = p.model_id
    where p.deleted_at is null and ${
      deviceNos.length > 0
        ? sql`p.device_no = any(${[...deviceNos]}::text[])`
        : sql`p.phone_key is not null and coalesce(m.name, p.model) = ${template.model}`
    } order by p.id limit 1000`.execute(trx);
  return rows;
}

const refusalOf = (found: Recorder | undefined, { model }: TemplateRow): string =>
  !found
    ? '没有这台便携设备'
    : found.model !== model
      ? `型号为${found.model || '未登记'}，模板只适用于${model}`
      : found.phoneKey === null
        ? '没有终端编号，无法下发'
        : found.waits
          ? '还有参数正在下发'
          : '';

/** 下发: puts the settings into the queue for each recorder, and the bounds into its register at once. */
export function applyTemplate(
  ctx: Ctx,
  { id, deviceNos, reason }: Parsed<typeof templateApply>,
): Promise<Output<typeof templateApply>> {
  return ctx.db(async (trx) => {
    const template = await load(trx, ctx, id);
    const found = await loadRecorders(trx, template, deviceNos);
    if (deviceNos.length === 0 && found.length === 0) throw blockedByRule(`没有型号为${template.model}的便携设备`);
    const numbers = deviceNos.length > 0 ? [...new Set(deviceNos)] : found.map(({ deviceNo }) => deviceNo);
    const lines = numbers.map((deviceNo) => {
      // two companies may have given the same number: the one whose model fits is meant
      const same = found.filter((one) => one.deviceNo === deviceNo);
      const recorder = same.find((one) => refusalOf(one, template) === '') ?? same[0];
      return { deviceNo, recorder, msg: refusalOf(recorder, template) };
    });
    const takers = lines.flatMap(({ recorder, msg }) => (recorder && msg === '' ? [recorder] : []));
    // the register's own fields are those of the form
    const values = settingsOf({ ...template, paramIds: template.paramIds as TemplateFields['paramIds'] });
    const order = { kind: 'setParams', values } as const;
    const summary = `参数模板 ${template.name}：上报间隔${template.reportInterval}秒，采集间隔${template.sampleInterval}秒`;
    await storeCommands(
      trx,
      ctx,
      takers.map((one) => ({ id: null, clientId: one.clientId, deviceId: one.terminalId, portableId: one.id })),
      { order, summary, reason },
      new Map(),
      { templateId: id },
    );
    await setBounds(trx, template, takers);
    await recordChanges(trx, ctx, [
      {
        entity: templateRegister.entity,
        entityId: id,
        action: '下发',
        changes: [{ field: 'apply', label: '设备', before: '', after: `${takers.length}台（${reason}）` }],
      },
    ]);
    return lines.map(({ deviceNo, msg }) => ({ deviceNo, ok: msg === '', msg }));
  });
}

/** The bounds and the way of collecting hold here at once, as those that a company sets itself do. */
async function setBounds(trx: Trx, template: TemplateRow, recorders: readonly Recorder[]): Promise<void> {
  if (recorders.length === 0) return;
  await trx
    .updateTable('portable_device')
    .set({
      temp_lower_c: template.tempLow,
      temp_upper_c: template.tempHigh,
      hum_lower_pct: template.humLow,
      hum_upper_pct: template.humHigh,
      collect_interval_s: template.sampleInterval,
      version: sql<number>`version + 1`,
    })
    .where(
      'id',
      'in',
      recorders.map((one) => one.id),
    )
    .execute();
}
