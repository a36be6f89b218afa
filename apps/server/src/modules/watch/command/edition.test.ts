import { instructionSending } from '@tongda/contract/resources/device/enums';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type FleetFixture, fleetFixture } from '../../../../test/fleet-fixture';
import { sheetOf, uploadSheet } from '../../../../test/sheet-kit';
import { type TestApp, testApp } from '../../../../test/test-app';
import { unsealText } from '../../../core/run/sealed-text';

let app: TestApp;
let a: FleetFixture;
let staff: string;
let secondId: string;
let secondPerson: string;
let terminal: string;

beforeAll(async () => {
  app = await testApp();
  a = await fleetFixture(app, '指令库公司');
  await a.addVehicle('沪A11111', { deviceId: a.deviceIds[0] });
  const db = app.database.systemDb;
  const provider = await app.company('平台方');
  await db.updateTable('client').set({ kind: 'provider' }).where('id', '=', provider.clientId).execute();
  staff = String((await app.login(provider.account, 'Test@2026')).data.access_token);
  const from = await db.selectFrom('app_user').selectAll().where('id', '=', provider.userId).executeTakeFirstOrThrow();
  const added = await db
    .insertInto('app_user')
    .values({
      client_id: from.client_id,
      account_code: 'second',
      name: '复核人',
      pwd_hash: from.pwd_hash,
      is_primary: true,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  secondId = added.id;
  secondPerson = String((await app.login('second', 'Test@2026')).data.access_token);
  const device = await db
    .selectFrom('device')
    .select('terminal_no')
    .where('id', '=', a.deviceIds[0] ?? '')
    .executeTakeFirstOrThrow();
  terminal = device.terminal_no;
});
afterAll(() => app.close());

const edition = (what: string, body: object, token = staff) =>
  app.post(`/api/base/instruct/edition/${what}`, body, token);
const instruct = (what: string, body: object, token = staff) => app.post(`/api/base/instruct/${what}`, body, token);
const interval = { key: '0029', name: '上报间隔', type: 'int', length: 4, min: 5, max: 3600, fallback: '30' };
const rows = async (keyword: string) => (await edition('page', { keyword })).data.list;

async function published(fields: object, publisher = staff): Promise<string> {
  const added = await edition('add', { name: '设置间隔', msgId: '8103', params: [interval], ...fields });
  expect(added.code, added.msg).toBe(200);
  const { data } = added;
  const answer = await edition('publish', { id: data.id, version: 1 }, publisher);
  expect(answer.code, answer.msg).toBe(200);
  return data.id;
}

it('a published edition is not changed: editing makes the next one, which takes its place when it is published', async () => {
  const id = await published({ code: 'interval' });
  const [first] = await rows('interval');
  expect(first).toMatchObject({ editionNo: 1, status: 1, paramCount: 1, enabled: true });
  const change = {
    id,
    version: first.version,
    name: '设置间隔',
    code: 'interval',
    msgId: '8103',
    params: [interval],
    timeoutS: 30,
  };
  const next = (await edition('update', change)).data;
  expect(next.id).not.toBe(id);
  expect(await edition('update', change)).toMatchObject({ code: 4000, msg: '该指令已有未发布的新版本，请编辑它' });
  expect(await rows('interval')).toMatchObject([
    { editionNo: 2, status: 0, timeoutS: 30 },
    { editionNo: 1, status: 1, timeoutS: 60 },
  ]);
  // the first one is sent until the second is published
  expect((await instruct('edition/options', {})).data).toMatchObject([{ id, editionNo: 1 }]);
  await edition('publish', { id: next.id, version: 1 });
  expect(await rows('interval')).toMatchObject([
    { editionNo: 2, status: 1 },
    { editionNo: 1, status: 2 },
  ]);
  expect(await edition('publish', { id, version: 2 })).toMatchObject({ code: 4010, msg: '只有草稿可以发布' });
  const history = (await edition('changeHis', { id: next.id })).data.list;
  expect(history.map(({ action }: { action: string }) => action)).toEqual(['发布', '新增']);
  expect(history[0].changes).toMatchObject([{ label: '状态', before: '草稿', after: '已发布' }]);
  // what is enabled already is not enabled
  expect(await edition('enable', { id: next.id, version: 2, enabled: true })).toMatchObject({ code: 200 });
  expect((await edition('changeHis', { id: next.id })).data.list).toEqual(history);
  expect(await edition('enable', { id: next.id, version: 2, enabled: false })).toMatchObject({ code: 200 });
  expect((await edition('changeHis', { id: next.id })).data.list[0]).toMatchObject({
    action: '停用',
    changes: [{ label: '状态', before: '启用', after: '停用' }],
  });
});

it.each([
  [{ msgId: '8001' }, 'msgId', '该消息由网关自动发送，不能作为指令'],
  [{ msgId: '9208' }, 'msgId', '该消息由网关自动发送，不能作为指令'],
  [{ msgId: '8109' }, 'msgId', '该消息由网关自动发送，不能作为指令'],
  [{ msgId: '0200' }, 'msgId', '消息ID应为平台下行消息的4位十六进制，如 8103'],
  [{ answerMsgId: '8104' }, 'answerMsgId', '应答消息ID应为终端上行消息的4位十六进制，如 0104'],
  [{ params: [] }, 'params', '设置参数（8103）至少需要一个参数'],
  [{ params: [{ ...interval, key: 'x' }] }, 'params', '第1个参数“上报间隔”的键应为4位十六进制参数编号，如 0029'],
  [{ params: [interval, interval] }, 'params', '第2个参数“上报间隔”的键与前面的重复'],
  [{ params: [{ ...interval, length: 3 }] }, 'params', '第1个参数“上报间隔”的长度应为1、2或4字节'],
  [{ danger: 2, retry: 1 }, 'retry', '危险指令不能自动重试'],
  [{ msgId: 'a006', params: [] }, 'danger', '该指令能切断车辆油电或使终端失联，危险等级应为“危险”'],
])('%j is refused at %s', async (fields, field, msg) => {
  const answer = await edition('add', { name: '错误', code: 'wrong', msgId: '8103', params: [interval], ...fields });
  expect(answer).toMatchObject({ code: 4000, data: { errors: [{ field, msg }] } });
});

it('shows the message with sample values, or names the value that does not fit', async () => {
  const preview = { msgId: '8103', protocol: 'any', params: [interval] };
  expect((await edition('encodePreview', { ...preview, values: { '0029': '60' } })).data).toMatchObject({
    body: '0100000029040000003c',
    bytes: 10,
    frame: expect.stringMatching(/^7e8103000a013800138000/u),
  });
  expect((await edition('encodePreview', { ...preview, values: { '0029': '4' } })).data.errors).toEqual([
    { field: 'values.0029', msg: '上报间隔应在5~3600之间' },
  ]);
});

it('goes to terminals that it is for, with its values, and says why not to others', async () => {
  const id = await published({ code: 'gap', models: ['TD-9'] });
  const order = { terminalNos: [terminal, '13899999999'], kind: 'custom', editionId: id, reason: '调整间隔' };
  expect((await instruct('check', order)).data).toMatchObject({
    online: 0,
    offline: 0,
    refused: [{ msg: expect.stringContaining('不支持该指令') }, { msg: '没有这台终端' }],
  });
  await app.database.systemDb
    .updateTable('device')
    .set({ model: 'TD-9', last_seen_at: new Date() })
    .where('terminal_no', '=', terminal)
    .execute();
  expect((await instruct('check', order)).data).toMatchObject({ online: 1, offline: 0 });
  expect((await instruct('send', { ...order, values: { '0029': '99999' } })).data.errors).toEqual([
    { field: 'values.0029', msg: '上报间隔应在5~3600之间' },
  ]);
  const sent = await instruct('send', {
    ...order,
    values: { '0029': '45' },
    mode: 'timed',
    sendTime: '2099-01-01 08:00:00',
    expireHours: 2,
  });
  expect(sent.data).toMatchObject([{ ok: true }, { ok: false }]);
  const [row] = (await instruct('page', { terminal, instruct: 'gap' })).data.list;
  expect((await instruct('page', { terminal, instruct: 'no such' })).data).toMatchObject({ list: [], total: 0 });
  expect(row).toMatchObject({
    instruct: '设置间隔',
    summary: '设置间隔 v1：上报间隔 45',
    state: instructionSending.queued,
    notBefore: '2099-01-01 08:00:00',
    expireTime: '2099-01-01 10:00:00',
  });
  const stored = await app.database.systemDb
    .selectFrom('device_command')
    .select('params')
    .where('id', '=', row.id)
    .executeTakeFirstOrThrow();
  expect(stored.params).toMatchObject({
    msgId: 0x8103,
    hex: '0100000029040000002d',
    answerId: null,
    waitS: 60,
    retry: 0,
  });
  expect((await instruct('message', { id: row.id })).data).toMatchObject({ sent: [], tries: 0 });
  await app.database.systemDb
    .updateTable('device_command')
    .set({
      attempts: 2,
      sent_message: JSON.stringify({
        msgId: '8606',
        hex: '',
        bytes: 1500,
        more: [{ msgId: '8606', hex: '', bytes: 0 }],
      }),
      went_out: JSON.stringify([
        { attempt: 1, no: 1, of: 2, msgId: '8606', first: 3, packages: 2 },
        { attempt: 2, no: 1, of: 2, msgId: '8606', first: 65_535, packages: 2 },
        { attempt: 2, no: 2, of: 2, msgId: '8606', first: 1, packages: 1 },
      ]),
    })
    .where('id', '=', row.id)
    .execute();
  // each message with the serials that it had when it went out last
  expect((await instruct('message', { id: row.id })).data).toMatchObject({
    sent: [
      { serial: 65_535, packages: 2 },
      { serial: 1, packages: 1 },
    ],
    tries: 2,
  });
  // the company sees what was asked of its truck, and cannot take it back
  const own = (await a.post('/api/base/device/command/page', { kind: 'custom' })).data.list;
  expect(own).toMatchObject([{ id: row.id }]);
  expect((await a.post('/api/base/device/command/cancel', { ids: [row.id] })).data).toMatchObject([
    { ok: false, msg: '没有下发该指令的权限' },
  ]);
  expect((await a.post('/api/base/instruct/send', order)).code).toBe(4003);
});

it('a dangerous one is typed for, and waits until somebody else lets it go out', async () => {
  const id = await published({ code: 'wipe', name: '恢复出厂', msgId: '8105', params: [], danger: 2 }, secondPerson);
  const order = { terminalNos: [terminal], kind: 'custom', editionId: id, reason: '返厂维修' };
  expect((await instruct('send', order)).data.errors).toEqual([{ field: 'confirm', msg: '危险指令请输入“确认”' }]);
  expect((await instruct('send', { ...order, confirm: '确认' })).data).toMatchObject([{ ok: true }]);
  const [row] = (await instruct('page', { state: instructionSending.review })).data.list;
  expect(row).toMatchObject({ answer: '等待另一人复核后下发', approveUser: '' });
  const approve = async (id: string, pass: boolean) => (await instruct('approve', { ids: [id], pass })).data;
  /** as if somebody else had given it */
  const givenByAnother = (id: string) =>
    app.database.systemDb.updateTable('device_command').set({ created_by: secondId }).where('id', '=', id).execute();
  expect(await approve(row.id, true)).toMatchObject([{ ok: false, msg: '不能复核自己下发的指令，请由另一人复核' }]);
  await givenByAnother(row.id);
  expect(await approve(row.id, true)).toMatchObject([{ ok: true }]);
  const [approved] = (await instruct('page', { terminal })).data.list;
  expect(approved).toMatchObject({ state: instructionSending.queued, approveUser: expect.stringMatching(/^user/u) });
  expect(await approve(row.id, false)).toMatchObject([{ ok: false, msg: '状态为待下发，不需要复核' }]);
  // given again it waits again; sent back it is over
  await instruct('cancel', { ids: [row.id] });
  const [again] = (await instruct('retry', { ids: [row.id] })).data;
  expect(again).toMatchObject({ ok: true });
  await givenByAnother(again.commandId);
  expect(await approve(again.commandId, false)).toMatchObject([{ ok: true }]);
  expect((await instruct('page', { terminal })).data.list[0]).toMatchObject({
    state: instructionSending.cancelled,
    answer: '复核没有通过',
  });
});

it('a dangerous edition is published by somebody who wrote nothing of it', async () => {
  const fields = { name: '切断油路', code: 'fuel', msgId: 'A006', params: [], danger: 2 };
  const { id } = (await edition('add', fields)).data;
  const own = { code: 4011, msg: '危险指令须由编写人以外的另一人发布' };
  expect(await edition('publish', { id, version: 1 })).toMatchObject(own);
  // who changes it afterwards has written it as well
  const { version } = (await edition('update', { ...fields, id, version: 1, name: '断油' }, secondPerson)).data;
  expect(await edition('publish', { id, version }, secondPerson)).toMatchObject(own);
  expect(await edition('publish', { id, version })).toMatchObject(own);
});

it('one that was written down as harmless before is dangerous by what it sends', async () => {
  const id = await published(
    { code: 'relay', name: '继电器', params: [{ ...interval, key: 'F030' }], danger: 2 },
    secondPerson,
  );
  await app.database.systemDb
    .updateTable('instruct_edition')
    .set({ danger: 0, retry: 3 })
    .where('id', '=', id)
    .execute();
  const order = { terminalNos: [terminal], kind: 'custom', editionId: id, values: { F030: '5' }, reason: '检修' };
  expect((await instruct('send', order)).data.errors).toEqual([{ field: 'confirm', msg: '危险指令请输入“确认”' }]);
  expect((await instruct('send', { ...order, confirm: '确认' })).data).toMatchObject([{ ok: true }]);
  const [row] = (await instruct('page', { state: instructionSending.review })).data.list;
  const { rows } = await app.database.pool.query('select params from device_command where id = $1', [row.id]);
  expect(rows[0].params.retry).toBe(0);
  await instruct('cancel', { ids: [row.id] });
  const [again] = (await instruct('retry', { ids: [row.id] })).data;
  expect((await instruct('page', { state: instructionSending.review })).data.list).toMatchObject([
    { id: again.commandId },
  ]);
  await instruct('cancel', { ids: [again.commandId] });
});

it('what cuts fuel and power of a model goes by no message of the catalogue', async () => {
  const db = app.database.systemDb;
  const model = {
    client_id: a.clientId,
    name: 'CUT-1',
    kind: 'terminal',
    protocol: 'JT808-2013',
    item_profile: 'gps51',
  };
  const { id: modelId } = await db
    .insertInto('device_model')
    .values({ ...model, cut_command: '8300:RELAY,1#', restore_command: '8900:F0:0102' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const mount = (model_id: string | null) =>
    db.updateTable('device').set({ model_id }).where('terminal_no', '=', terminal).execute();
  await mount(modelId);
  const flags = { key: 'flags', name: '标志', type: 'int', length: 1, fallback: '0' };
  const words = { key: 'words', name: '文本', type: 'str', length: 0, fallback: '' };
  const text = await published({ code: 'words', name: '文本', msgId: '8300', params: [flags, words] });
  const bytes = { key: 'data', name: '数据', type: 'bytes', length: 0, fallback: '' };
  const raw = await published({ code: 'pass', name: '透传', msgId: '8900', params: [bytes] });
  const send = async (editionId: string, values: object) =>
    (await instruct('send', { terminalNos: [terminal], kind: 'custom', editionId, values, reason: '调试' })).data;
  const cut = { ok: false, msg: '这是型号 CUT-1 的断油断电指令，请用“断油断电”下发' };
  const restore = { ok: false, msg: '这是型号 CUT-1 的恢复油电指令，请用“恢复油电”下发' };
  expect(await send(text, { words: 'relay,1# ' })).toMatchObject([cut]);
  expect(await send(text, { words: 'status#' })).toMatchObject([{ ok: true }]);
  expect(await send(raw, { data: 'f0 01 02' })).toMatchObject([restore]);
  expect(await send(raw, { data: 'f0 01 03' })).toMatchObject([{ ok: true }]);
  const staffText = { terminalNos: [terminal], kind: 'text', text: 'RELAY,1#', reason: '调试' };
  expect((await instruct('send', staffText)).data).toMatchObject([cut]);
  await mount(null);
});

/** Arguments of terminal control as they lie in the queue, and what is encrypted beside them. */
async function keptArgs(id: string) {
  const { rows } = await app.database.pool.query('select params from device_command where id = $1', [id]);
  const { args, sealed } = rows[0].params;
  return { args, opened: unsealText([app.secrets.factorKey], Buffer.from(sealed, 'base64')) };
}

/** Nothing that is written down of commands has this text. */
async function expectNowhere(secret: string): Promise<void> {
  const { rows } = await app.database.pool.query(
    `select 'command' as at from device_command c where c::text like '%' || $1 || '%'
     union all select 'history' from change_history h where h::text like '%' || $1 || '%'`,
    [secret],
  );
  expect(rows).toEqual([]);
}

it('terminal control takes a second person, names the value that is wrong, and is not asked of a terminal that has not the word', async () => {
  const order = { terminalNos: [terminal], kind: 'control', reason: '迁移平台', confirm: '确认' };
  const server = { command: '2', connect: '0', address: 'gw.example.com', tcpPort: '6808', apnPassword: 'geheim' };
  expect((await instruct('send', { ...order, values: server, confirm: '' })).data.errors).toEqual([
    { field: 'confirm', msg: '危险指令请输入“确认”' },
  ]);
  expect((await instruct('send', { ...order, values: { ...server, tcpPort: '' } })).data.errors).toEqual([
    { field: 'values.tcpPort', msg: '请填写TCP端口' },
  ]);
  expect((await instruct('send', { ...order, values: server })).data).toMatchObject([{ ok: true }]);
  const [row] = (await instruct('page', { kind: 'control' })).data.list;
  expect(row).toMatchObject({
    state: instructionSending.review,
    summary: '连接指定服务器 gw.example.com:6808，不自动切回',
  });
  const db = app.database.systemDb;
  expect(await keptArgs(row.id)).toEqual({
    args: '0;;;;******;gw.example.com;6808;;',
    opened: '0;;;;geheim;gw.example.com;6808;;',
  });
  // the same with another password is still the same
  expect((await instruct('send', { ...order, values: { ...server, apnPassword: 'anders' } })).data).toMatchObject([
    { ok: false, msg: '相同的指令正在等待下发' },
  ]);
  // the company sees what is asked of its truck; nobody of it can give such a command
  expect((await a.post('/api/base/device/command/page', { kind: 'control' })).data.list).toMatchObject([
    { id: row.id },
  ]);
  await instruct('cancel', { ids: [row.id] });
  // given again it waits for the second person again
  const [again] = (await instruct('retry', { ids: [row.id] })).data;
  expect((await instruct('page', { kind: 'control' })).data.list[0]).toMatchObject({
    id: again.commandId,
    state: instructionSending.review,
  });
  expect(await keptArgs(again.commandId)).toMatchObject({ opened: '0;;;;geheim;gw.example.com;6808;;' });
  await expectNowhere('geheim');
  await db.updateTable('device').set({ protocol: 'JT808-2019' }).where('terminal_no', '=', terminal).execute();
  expect((await instruct('send', { ...order, values: { command: '3' } })).data).toMatchObject([
    { ok: false, msg: 'JT/T 808-2019的终端没有“终端关机”' },
  ]);
  await db.updateTable('device').set({ protocol: 'JT808-2013' }).where('terminal_no', '=', terminal).execute();
});

it('reads terminal numbers out of a workbook, each once, and names the row of a wrong one', async () => {
  const url = '/api/base/instruct/numbers';
  const read = async (headings: string[], rows: string[][], token = staff) =>
    uploadSheet(app, url, await sheetOf(headings, rows), token);
  const found = await read(
    ['车牌号', '终端编号'],
    [
      ['沪A1', terminal],
      ['沪A2', '013800138000'],
      ['沪A3', terminal],
    ],
  );
  expect(found.data).toEqual({ terminalNos: [terminal, '013800138000'], repeated: 1 });
  const long = await read(['终端编号'], [[terminal], ['1'.repeat(31)]]);
  expect(long).toMatchObject({ code: 4000, data: { errors: [{ field: 'file', msg: '第3行：终端编号最多30个字符' }] } });
  expect((await read(['车牌'], [['沪A1']])).code).toBe(4000);
  expect((await read(['终端编号'], [[terminal]], a.token)).code).toBe(4003);
});
