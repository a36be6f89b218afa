import type { Parsed } from '@tongda/contract/core/endpoint';
import { terminalForm } from '@tongda/contract/core/field/terminal-number';
import { keysOf } from '@tongda/contract/core/keys';
import {
  type DeviceFields,
  deviceFields,
  deviceImports,
  deviceLabels,
  type deviceRenew,
} from '@tongda/contract/resources/device/calls';
import { usageModeList } from '@tongda/contract/resources/vehicle/enums';
import { sql } from 'kysely';
import { requireRow } from '../../../core/db/rows';
import type { Trx } from '../../../core/db/trx';
import type { Ctx } from '../../../core/http/ctx';
import { blockedByRule, invalid, invalidField } from '../../../core/http/errors';
import { asCode, asDate, asNumber, asRef } from '../../../core/import/cells';
import { columnsOfForm, optionNames, usesById } from '../../../core/import/columns';
import type { ImportDefinition, Known } from '../../../core/import/definition';
import { hiddenRecord, knownRecord } from '../../../core/import/known';
import { eachRecord, type Register, registerWrites, type Target } from '../../../core/record/register';
import { fieldsInWords } from '../../../core/record/words';
import { loadReferences, resolveReferences } from '../../base/reference/door';
import { type FoundDevice, findDevice, findDevicesByNumber, fromDevices } from './repo';

/** A terminal number without leading zeros, by which the gateway recognizes the terminal. */
export const phoneKeyOf = (terminalNo: string): string => terminalNo.replace(/^0+/u, '');

export const deviceRegister: Register<DeviceFields> = {
  entity: 'device',
  table: 'device',
  noun: '终端',
  wording: {
    labels: deviceLabels,
    dicts: { usageMode: usageModeList.typeCode },
    refs: { orgId: 'org', modelId: 'model' },
  },
  columnsOf: (v) => ({
    terminal_no: v.terminalNo,
    phone_key: phoneKeyOf(v.terminalNo),
    model_id: v.modelId,
    org_id: v.orgId,
    sim_no: v.simNo,
    iccid: v.iccid,
    sim_operator: v.simOperator,
    sim_flow_mb: v.simFlowMb,
    sim_end: v.simEnd,
    fw_version: v.fwVersion,
    usage_mode: v.usageMode,
    active_date: v.activeDate,
    remark: v.remark,
  }),
  twice: (constraint) => {
    if (constraint === 'device_iccid') return { field: 'iccid', msg: 'ICCID已被其他终端使用' };
    return constraint === 'device_terminal_no' || constraint === 'device_phone_key_key'
      ? { field: 'terminalNo', msg: '终端编号已被登记，请核对编号或联系服务商' }
      : null;
  },
};

/** The company's models of one kind of device, ordered by name. */
export const listDeviceModels = (trx: Trx, ctx: Ctx, kind = 'terminal') =>
  trx
    .selectFrom('device_model')
    .select(['id', 'name', 'protocol', 'item_profile as itemProfile'])
    .where('client_id', '=', ctx.clientId)
    .where('deleted_at', 'is', null)
    .where('kind', '=', kind)
    .orderBy('name')
    .execute();

/** The columns that a terminal copies from its model, and the model's name for the change history; 4000 when the model does not exist. */
async function loadModelFacts(trx: Trx, ctx: Ctx, modelId: string | null) {
  const names = new Map<string, string>();
  if (modelId === null) return { names, columns: {} };
  const model = (await listDeviceModels(trx, ctx)).find(({ id }) => id === modelId);
  if (!model) throw invalidField('modelId', '所选型号不存在');
  names.set(`model ${modelId}`, model.name);
  return { names, columns: { model: model.name, protocol: model.protocol, item_profile: model.itemProfile } };
}

export const deviceWrites = registerWrites<DeviceFields, DeviceFields, FoundDevice>(deviceRegister, {
  load: async (trx, ctx, id) => requireRow(await findDevice(trx, ctx, id), '终端'),
  prepare: async (trx, ctx, fields, before) => {
    // the number identifies the terminal: another number would be another terminal
    if (before && before.terminalNo !== fields.terminalNo)
      throw invalidField('terminalNo', '终端编号不能修改，请登记新终端');
    const { names, errors } = await resolveReferences(trx, ctx, { orgId: ['org', fields.orgId] }, before ?? {});
    if (errors.length > 0) throw invalid(errors);
    const model = await loadModelFacts(trx, ctx, fields.modelId);
    const old = before
      ? [[`org ${before.orgId}`, before.orgName] as const, [`model ${before.modelId}`, before.model] as const]
      : [];
    return { fields, names: new Map([...old, ...names, ...model.names]), columns: model.columns };
  },
});

interface DeviceTarget extends Target {
  plateNo: string;
  serviceEnd: string | null;
}
const loadTargets = (ctx: Ctx) => (trx: Trx, ids: string[]) =>
  fromDevices(trx, ctx)
    .select(['d.id', 'd.terminal_no as name', 'd.version', 'd.service_end as serviceEnd'])
    .select(sql<string>`coalesce(v.plate_no, '')`.as('plateNo'))
    .where('d.id', 'in', ids)
    .execute();

/** Soft-deletes terminals; refused for one that is bound to a vehicle. */
export const deleteDevices = (ctx: Ctx, ids: string[]) =>
  eachRecord<DeviceFields, DeviceTarget>(ctx, deviceRegister, ids, {
    load: loadTargets(ctx),
    action: '删除',
    refuse: (t) => (t.plateNo ? blockedByRule(`终端${t.name}已绑定车辆${t.plateNo}，请先解绑`) : null),
    set: null,
    // frees the number, so that this or another company can enter it again
    also: async (trx, done) => {
      for (const { id } of done)
        await sql`update device set phone_key = phone_key || '#' || id::text where id = ${id}`.execute(trx);
    },
  });

/** 续期: adds months of service after the last paid day, or from today on when the service has ended. */
export const renewDevices = (ctx: Ctx, { ids, months, remark }: Parsed<typeof deviceRenew>) =>
  eachRecord<DeviceFields, DeviceTarget>(ctx, deviceRegister, ids, {
    load: loadTargets(ctx),
    action: '续期',
    refuse: () => null,
    set: {},
    changes: (t) => [
      {
        field: 'serviceEnd',
        label: '服务到期',
        before: t.serviceEnd ?? '',
        after: `续期${months}个月${remark ? `（${remark}）` : ''}`,
      },
    ],
    also: async (trx, done) => {
      const devices = done.map(({ id }) => id);
      await sql`with paid as (
          insert into device_service (client_id, device_id, during, remark, created_by)
          select ${ctx.clientId}, d.id, daterange(t.from_day, (t.from_day + make_interval(months => ${months}))::date), ${remark || `续期${months}个月`}, ${ctx.userId}
          from device d, lateral (select greatest(coalesce(
            (select max(upper(s.during)) from device_service s where s.device_id = d.id), d.service_end + 1), (now() at time zone ${ctx.timeZone})::date) as from_day) t
          where d.id = any(${devices}::bigint[]) returning device_id, upper(during) - 1 as ends)
        update device d set service_end = paid.ends from paid where d.id = paid.device_id`.execute(trx);
    },
  });

const column = columnsOfForm(deviceLabels);

/** Import of terminals. A line is about the terminal with its number. */
export const deviceImportDefinition: ImportDefinition<DeviceFields> = {
  calls: deviceImports,
  entity: deviceRegister.entity,
  table: deviceRegister.table,
  key: { field: 'terminalNo', label: '终端编号', column: 'terminal_no', normal: (text) => terminalForm(text.trim()) },
  columns: ({ org = [], model = [] }) => [
    column('terminalNo', '014400270041', '6~20位数字，即终端中设置的手机号；请把单元格设为文本', { required: true }),
    column('modelId', model[0] ?? '', '设备型号', { options: model, as: asRef('model', '型号', '请核对型号') }),
    column('orgId', org[0] ?? '', '部门名称；有重名时写完整路径', {
      options: org,
      as: asRef('org', '部门', '请填完整路径'),
    }),
    column('simNo', '14400270041', '5~20位数字'),
    column('iccid', '89860114400270041001', '19~20位'),
    column('simOperator', '中国移动', '最多20个字符'),
    column('simFlowMb', 500, '0~1000000 的整数', { as: asNumber }),
    column('simEnd', '2028-06-30', '日期', { as: asDate }),
    column('fwVersion', 'V2.8.1', '最多30个字符'),
    column('usageMode', '自有', '空白为自有', {
      options: optionNames(usageModeList),
      as: asCode(usageModeList),
    }),
    column('activeDate', '2026-01-01', '日期', { as: asDate }),
    column('remark', '', '最多200个字符'),
  ],
  schema: deviceFields,
  labels: deviceLabels,
  world: async (trx, ctx, numbers) => {
    const refs = await loadReferences(trx, ctx, ['org']);
    const list = await listDeviceModels(trx, ctx);
    refs.refs.model = new Map(list.map(({ id, name }) => [name, id]));
    refs.choices.model = list.map(({ name }) => name);
    for (const { id, name } of list) refs.names.set(`model ${id}`, name);
    const known = new Map<string, Known<DeviceFields>>();
    if (numbers.length > 0) {
      const own = await trx
        .selectFrom('device')
        .select(['id', 'terminal_no'])
        .where('client_id', '=', ctx.clientId)
        .where('deleted_at', 'is', null)
        .where(sql<boolean>`terminal_no = any(${numbers}::text[])`)
        .execute();
      for (const { id, terminal_no } of own) known.set(terminal_no, hiddenRecord(id));
      for (const device of await findDevicesByNumber(trx, ctx, numbers))
        known.set(device.terminalNo, knownRecord(device, keysOf(deviceLabels)));
    }
    return { ...refs, known };
  },
  columnsOf: deviceRegister.columnsOf,
  wordsOf: (fields, names) => fieldsInWords(fields, deviceRegister.wording, names),
  following: {
    columns: ['model', 'protocol', 'item_profile'],
    set: async (trx, _ctx, ids) => {
      await sql`update device d set model = m.name, protocol = m.protocol, item_profile = m.item_profile
        from device_model m where m.id = d.model_id and d.id = any(${ids}::bigint[])`.execute(trx);
    },
  },
  used: async (trx, ctx, ids) =>
    usesById(await loadTargets(ctx)(trx, ids), ({ plateNo }) => (plateNo ? `已绑定车辆${plateNo}` : null)),
  release: async (trx, _ctx, ids) => {
    await sql`update device set phone_key = phone_key || '#' || id::text where id = any(${ids}::bigint[])`.execute(trx);
  },
  twice: deviceRegister.twice,
};
