import { terminalForm } from '@tongda/contract/core/field/terminal-number';
import { packageFields } from '@tongda/contract/resources/device-setup/package';
import { templateFields } from '@tongda/contract/resources/device-setup/template';
import { type EditionFields, editionFields, type InstructParam } from '@tongda/contract/watch/command/edition';
import { instructDanger, instructParamType } from '@tongda/contract/watch/command/edition-enums';
import { dangerWord, instructSend, sendMode } from '@tongda/contract/watch/command/staff';
import { demoVehicles } from '@tongda/simulator/fleet/demo';
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

const numberOf = (no: number): string => terminalForm(demoVehicles.find((v) => v.no === no)?.phone ?? '');

/**
 * The provider's desk for terminals: commands of the catalogue and what was sent with them, one waiting for the second person; firmware that is being rolled out, and
 * one that is not published; settings for recorders.
 */
export async function makeCommandCatalogue(app: App): Promise<void> {
  const sessions = new Authenticator(app.database, app.secrets, app.log);
  const [staff, other] = [await sessions.ofUser(worker), await sessions.ofUser(second)];
  if (!staff || !other) return;
  const ids = await addEditions(staff);
  await sendSome(staff, ids);
  await addFirmware(app, staff, other);
  const frozen = { model: modelOf.recorder, reportInterval: 300, sampleInterval: 60, tempLow: -25, tempHigh: -15 };
  await templateWrites.add(staff, templateFields.parse({ ...frozen, name: '冷冻运输', lowPower: 20 }));
  const drug = { model: modelOf.recorder, reportInterval: 120, sampleInterval: 60, tempLow: 2, tempHigh: 8 };
  await templateWrites.add(
    staff,
    templateFields.parse({ ...drug, name: '药品冷藏', humLow: 35, humHigh: 75, lowPower: 30 }),
  );
}

async function addEditions(staff: Ctx): Promise<ReadonlyMap<string, string>> {
  const ids = new Map<string, string>();
  for (const edition of editions) {
    const { id } = await addEdition(staff, editionFields.parse(edition));
    if (!drafts.has(edition.code)) await publishEdition(staff, { id, version: 1 });
    ids.set(edition.code, id);
  }
  return ids;
}

async function sendSome(staff: Ctx, ids: ReadonlyMap<string, string>): Promise<void> {
  const send = (code: string, nos: readonly number[], values: Record<string, number>, reason: string) =>
    sendInstructs(
      staff,
      instructSend.input.parse({
        ...{ terminalNos: nos.map(numberOf), kind: 'custom', editionId: ids.get(code), values, reason },
        ...{ mode: sendMode.online, confirm: code === 'FACTORY-RESET' ? dangerWord : '' },
      }),
    );
  await send('READ-PROPERTIES', upgraded, {}, '升级前核对固件版本');
  await send('SET-INTERVAL', [8, 9, 48], { '0029': 30 }, '统一上报间隔');
  await send('FACTORY-RESET', [30], { command: 5 }, '参数错乱，客户要求恢复');
}

async function addFirmware(app: App, staff: Ctx, other: Ctx): Promise<void> {
  const keep = (fields: Record<string, unknown>, kb: number) =>
    keepPackage(staff, app.blobs, packageFields.parse({ model: modelOf.terminal, maker: 'TDSIM', ...fields }), {
      fileName: `T8-BD-${String(fields.fwVersion)}.bin`,
      // firmware of a simulated terminal is never run, only sent, checked and counted
      bytes: Buffer.alloc(kb * 1024, String(fields.fwVersion)),
    });
  const { id } = await keep(
    { name: 'T8-BD 定位优化', fwVersion: '2.9.0', minVersion: '2.0.0', remark: '隧道出口定位更快' },
    24,
  );
  await publishPackage(other, { id, version: 1, publish: true });
  await startUpgrade(other, { id, deviceNos: upgraded.map(numberOf), reason: '首批升级' });
  await keep({ name: 'T8-BD 低功耗试验版', fwVersion: '3.0.0', minVersion: '2.9.0', remark: '内部测试，未发布' }, 26);
}
