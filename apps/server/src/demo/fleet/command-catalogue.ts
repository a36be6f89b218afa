import { publishStatus } from '@tongda/contract/base/system-enums';
import { terminalForm } from '@tongda/contract/core/field/terminal-number';
import { packageFields } from '@tongda/contract/resources/device-setup/package';
import { templateFields } from '@tongda/contract/resources/device-setup/template';
import { type EditionFields, editionFields, type InstructParam } from '@tongda/contract/watch/command/edition';
import { instructDanger, instructParamType } from '@tongda/contract/watch/command/edition-enums';
import { dangerWord, instructSend, sendMode } from '@tongda/contract/watch/command/staff';
import { demoVehicles } from '@tongda/simulator/fleet/demo';
import type { Kysely } from 'kysely';
import type { DB } from '../../core/generated/db-types';
import type { Ctx } from '../../core/http/ctx';
import type { App } from '../../core/run/app';
import { Authenticator } from '../../modules/base/identity/door';
import { keepPackage, publishPackage, startUpgrade, templateWrites } from '../../modules/resources/device-setup/door';
import { addEdition, publishEdition, sendInstructs } from '../../modules/watch/command/door';

/** The provider's people: who works with terminals, and the second person that firmware and dangerous commands take. */
const [worker, second] = ['158', '159'];
/** Trucks whose terminals (T8-BD, firmware V2.8.1) are upgraded first. */
const upgraded = demoVehicles
  .filter(({ no, protocol, video }) => no >= 20 && no < 48 && protocol === '2013' && !video)
  .slice(0, 6)
  .map(({ no }) => no);
const modelOf = { terminal: 'T8-BD', recorder: 'TH5' } as const;

const setting = (
  key: string,
  name: string,
  length: number,
  fallback: string,
  min: number,
  max: number,
): InstructParam => ({
  ...{ key, name, length, fallback, min, max, options: [], required: true },
  type: instructParamType.int,
});
/** 指令版本管理: what the staff of such a provider keep; the last one is still a draft. */
const editions: ReadonlyArray<Partial<EditionFields> & Record<'name' | 'code' | 'msgId', string>> = [
  {
    ...{ name: '设置上报间隔', code: 'SET-INTERVAL', msgId: '8103', retry: 2 },
    params: [setting('0029', '上报间隔(秒)', 4, '30', 5, 3600)],
    remark: '0x0029 缺省时间汇报间隔',
  },
  {
    ...{ name: '设置最高速度', code: 'SET-SPEED', msgId: '8103', danger: instructDanger.important },
    params: [setting('0055', '最高速度(km/h)', 4, '90', 20, 120)],
    remark: '0x0055；货车不超过 100 km/h',
  },
  {
    ...{ name: '查询终端属性', code: 'READ-PROPERTIES', msgId: '8107', answerMsgId: '0107' },
    remark: '型号、固件、ICCID',
  },
  {
    ...{ name: '终端复位', code: 'RESET', msgId: '8105', danger: instructDanger.important },
    params: [setting('command', '命令字', 1, '4', 4, 4)],
    remark: '命令字 4：终端复位，约 1 分钟后重新上线',
  },
  {
    ...{ name: '恢复出厂设置', code: 'FACTORY-RESET', msgId: '8105', danger: instructDanger.dangerous },
    params: [setting('command', '命令字', 1, '5', 5, 5)],
    remark: '清除服务器地址等全部参数，须另一人复核',
  },
  {
    ...{ name: '设置心跳间隔', code: 'SET-HEARTBEAT', msgId: '8103' },
    params: [setting('0001', '心跳间隔(秒)', 4, '60', 10, 600)],
    remark: '待测试',
  },
];
const drafts: ReadonlySet<string> = new Set(['SET-HEARTBEAT']);

const recorder = { model: modelOf.recorder, sampleInterval: 60 };
/** 参数设置 for recorders. */
const templates = [
  { ...recorder, name: '冷冻运输', reportInterval: 300, tempLow: -25, tempHigh: -15, lowPower: 20 },
  {
    ...recorder,
    name: '药品冷藏',
    reportInterval: 120,
    tempLow: 2,
    tempHigh: 8,
    humLow: 35,
    humHigh: 75,
    lowPower: 30,
  },
];

const numberOf = (no: number): string => terminalForm(demoVehicles.find((v) => v.no === no)?.phone ?? '');

/**
 * The provider's desk for terminals: commands of the catalogue and what was sent with them, one waiting for the second person; firmware that is being rolled out, and
 * one that is not published; settings for recorders.
 */
export async function makeCommandCatalogue(app: App): Promise<void> {
  const sessions = new Authenticator(app.database, app.secrets, app.log);
  const [staff, other] = [await sessions.ofUser(worker), await sessions.ofUser(second)];
  if (!staff || !other) return;
  const db = app.database.systemDb;
  const ids = await addEditions(db, staff, other);
  await sendSome(app, staff, ids);
  await addFirmware(app, staff, other);
  const known = await db.selectFrom('param_template').select('name').where('client_id', '=', staff.clientId).execute();
  for (const template of templates)
    if (!known.some(({ name }) => name === template.name))
      await templateWrites.add(staff, templateFields.parse(template));
}

// Each part looks for what is there before it makes anything: a first start that was interrupted half way is completed by the next one.

async function addEditions(db: Kysely<DB>, staff: Ctx, other: Ctx): Promise<ReadonlyMap<string, string>> {
  const ids = new Map<string, string>();
  const known = await db
    .selectFrom('instruct_edition')
    .select(['id', 'code', 'status', 'version'])
    .where('client_id', '=', staff.clientId)
    .execute();
  for (const edition of editions) {
    const found = known.find(({ code }) => code === edition.code);
    const { id } = found ?? (await addEdition(staff, editionFields.parse(edition)));
    if (!drafts.has(edition.code) && (found?.status ?? publishStatus.draft) === publishStatus.draft)
      await publishEdition(edition.danger === instructDanger.dangerous ? other : staff, {
        id,
        version: found?.version ?? 1,
      });
    ids.set(edition.code, id);
  }
  return ids;
}

async function sendSome({ database, secrets }: App, staff: Ctx, ids: ReadonlyMap<string, string>): Promise<void> {
  const db = database.systemDb;
  const send = async (code: string, nos: readonly number[], values: Record<string, number>, reason: string) => {
    const editionId = ids.get(code) ?? '';
    if (await db.selectFrom('device_command').select('id').where('edition_id', '=', editionId).executeTakeFirst())
      return;
    await sendInstructs(
      staff,
      secrets,
      instructSend.input.parse({
        ...{ terminalNos: nos.map(numberOf), kind: 'custom', editionId, values, reason },
        ...{ mode: sendMode.online, confirm: code === 'FACTORY-RESET' ? dangerWord : '' },
      }),
    );
  };
  await send('READ-PROPERTIES', upgraded, {}, '升级前核对固件版本');
  await send('SET-INTERVAL', [8, 9, 48], { '0029': 30 }, '统一上报间隔');
  await send('FACTORY-RESET', [30], { command: 5 }, '参数错乱，客户要求恢复');
}

async function addFirmware(app: App, staff: Ctx, other: Ctx): Promise<void> {
  const db = app.database.systemDb;
  const keep = async (fields: Record<string, unknown> & { fwVersion: string }, kb: number) => {
    const found = await db
      .selectFrom('upgrade_package')
      .select(['id', 'status', 'version'])
      .where('client_id', '=', staff.clientId)
      .where('fw_version', '=', fields.fwVersion)
      .executeTakeFirst();
    if (found) return found;
    const made = await keepPackage(
      staff,
      app.blobs,
      packageFields.parse({ model: modelOf.terminal, maker: 'TDSIM', ...fields }),
      // firmware of a simulated terminal is never run, only sent, checked and counted
      { fileName: `T8-BD-${fields.fwVersion}.bin`, bytes: Buffer.alloc(kb * 1024, fields.fwVersion) },
    );
    return { ...made, status: publishStatus.draft, version: 1 };
  };
  const { id, status, version } = await keep(
    { name: 'T8-BD 定位优化', fwVersion: '2.9.0', minVersion: '2.0.0', remark: '隧道出口定位更快' },
    24,
  );
  if (status === publishStatus.draft) await publishPackage(other, { id, version, publish: true });
  if (!(await db.selectFrom('upgrade_task').select('id').where('package_id', '=', id).executeTakeFirst()))
    await startUpgrade(other, { id, deviceNos: upgraded.map(numberOf), reason: '首批升级' });
  await keep({ name: 'T8-BD 低功耗试验版', fwVersion: '3.0.0', minVersion: '2.9.0', remark: '内部测试，未发布' }, 26);
}
