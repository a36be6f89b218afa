import { gzipSync } from 'node:zlib';
import { frameParse } from '@tongda/contract/resources/frame/calls';
import { toHex } from '@tongda/protocol/bytes';
import { releaseReaders } from '@tongda/protocol/items/registry';
import { encodeBody, encodeMessage, msgId } from '@tongda/protocol/jt808/codec';
import { findParameter } from '@tongda/protocol/jt808/messages/parameter/catalogue';
import { encodeRecorderValue } from '@tongda/protocol/jt808/messages/recorder/values';
import { emptyMessage } from '@tongda/protocol/jt808/messages/session/0002';
import { expect, it } from 'vitest';
import { fixture } from '../../../../packages/protocol/test/fixtures';
import { summaryOf } from './kept';
import { parameterLabel } from './layout-labels';
import { messageWords } from './messages';
import { parseFrames } from './read';

const table = { readers: releaseReaders, names: new Map([['gps51', '通用扩展（温度、油量、门）']]) };
const parse = (hex: string, more: object = {}) => parseFrames(frameParse.input.parse({ hex, ...more }), table);
/** Fields of a body by their names. */
const valuesOf = (id: string, hex: string, more: object = {}) =>
  Object.fromEntries(parse(hex, { msgId: id, ...more })[0]?.fields.map(({ name, value }) => [name, value]) ?? []);

it('has Chinese words for every message, setting and field that the decoders know', () => {
  for (const id of Object.values(msgId)) expect(messageWords(id).name, id.toString(16)).not.toBe('未知消息');
  for (let id = 0; id <= 0xffff; id++)
    if (findParameter(id)) expect(parameterLabel(id)?.label, id.toString(16)).toMatch(/\p{Script=Han}/u);
  const names = ['area', 'areas', 'attachment', 'command', 'link', 'media', 'parameter', 'position', 'recorder'];
  const missing = new Set<string>();
  for (const name of [...names.slice(1), 'reports', 'session', 'vehicle', 'vendor', 'video'])
    for (const line of fixture(name)) {
      const body = line.form === 'body' && line.msgId !== undefined;
      if (!line.hex || (line.form === 'body' && !body)) continue;
      const pieces = parse(line.hex, body ? { msgId: line.msgId, edition: line.version ?? '2013' } : {});
      for (const { msgId: id, fields } of pieces)
        for (const field of fields)
          if (!/\p{Script=Han}|^(?:IMEI|CAN ID)$/u.test(field.name)) missing.add(`${id} ${field.name}`);
    }
  expect([...missing]).toEqual([]);
});

it('fields of settings and of recorders have the units of their layouts', () => {
  const none = { rows: [], rest: '' };
  const block = (command: number, data: Uint8Array) =>
    toHex(
      encodeBody(
        msgId.recorderReply,
        {
          ...{ replySerial: 1, command, other: new Uint8Array() },
          block: { mark: 0x557a, command, reserved: 0, data, failed: false },
        },
        '2013',
      ),
    );
  const time = Date.UTC(2026, 10, 28);
  const totals = { time, installTime: time, firstMileage: '00000000', totalMileage: '00123456' };
  expect(valuesOf('0700', block(3, encodeRecorderValue(3, { ...none, fields: totals })))).toMatchObject({
    初始里程: '0.0 km',
    累计行驶里程: '12345.6 km',
  });
  const factor = encodeRecorderValue(4, { ...none, fields: { time, pulses: 3600 } });
  expect(valuesOf('0700', block(4, factor))).toMatchObject({ 脉冲系数: '3600 个/km' });
  // 0xF367: two times
  expect(valuesOf('8103', '010000f367020305')).toMatchObject({
    后方接近报警时间阈值: '3 s',
    侧后方接近报警时间阈值: '5 s',
  });
});

it('names the clause of the edition at hand', () => {
  const clauseOf = (id: string, edition: '2013' | '2019') =>
    parse('00', { msgId: id, edition }).map(({ clause, fields }) => [clause, fields[0]?.clause])[0];
  expect(clauseOf('0200', '2013')).toEqual(['JT/T 808-2013 8.18', 'JT/T 808-2013 8.18']);
  expect(clauseOf('0200', '2019')).toEqual(['JT/T 808-2019 8.21', 'JT/T 808-2019 8.21']);
  expect(clauseOf('8301', '2019')?.[0]).toBe('JT/T 808-2013 8.24');
  expect(clauseOf('0004', '2013')?.[0]).toBe('JT/T 808-2019 8.4');
});

it('of the attributes of an electronic lock only the length means what it does elsewhere', () => {
  const hex =
    '7e55028c37850011000200c008052106305122348621113550170700001e080000000aaa0000000000000300000000100100020200140a030000000c06003bffa8ffc3c77e';
  const attributes = (text: string) => parse(text)[0]?.fields.find(({ name }) => name === '消息体属性')?.value;
  expect(attributes(hex)).toBe('消息体55字节，其余位由厂家自定义');
  expect(parse(hex)[0]?.faults).toEqual([]);
  // a byte less than it says
  const short = hex.replace('00c77e', '').replace('ffc3c77e', 'ff047e');
  expect(parse(short)[0]?.faults.map(({ text }) => text)).toContain('消息体属性写明55字节，实际54字节');
});

it('says a report in words', () => {
  const hex = '0000000200000003015881d606cb81ae002900960096150715150810';
  const items = '0104000004d251020113fe0104';
  expect(valuesOf('0200', hex + items, { profile: 'gps51' })).toMatchObject({
    报警标志: '超速报警',
    状态: '0x00000003 ACC开、已定位',
    纬度: '22.577622°',
    经度: '114.000302°',
    高程: '41 m',
    速度: '15.0 km/h',
    方向: '150 °',
    时间: '2015-07-15 15:08:10',
    里程: '里程 123.4 km',
    附加信息ID: '0xFE',
  });
  const unread = parse(hex + items, { msgId: '0200', profile: 'standard' })[0]?.fields.find(
    ({ hex }) => hex === '0113',
  );
  expect(unread?.value).toContain('按“通用扩展（温度、油量、门）”解释：温度 27.5 ℃');
});

it('says settings by name and unit, codes by their words, and keeps what nobody knows as bytes', () => {
  expect(valuesOf('8103', '030000002904000000140000008304424344450000ff0102aabb')).toMatchObject({
    缺省时间汇报间隔: '20 s',
    机动车号牌: 'BCDE',
    参数ID: '0xFF01 未知参数',
    参数值: '',
  });
  expect(valuesOf('8100', '000103')).toEqual({ 应答流水号: '1', 结果: '3 终端已被注册' });
});

it('says why a frame is refused, and where', () => {
  const reply = { replySerial: 1, replyId: 0x8104, result: 0 };
  const good = toHex(encodeMessage(msgId.terminalReply, { phone: '13912344321', serial: 1, version: '2013' }, reply));
  const said = (hex: string, more: object = {}) =>
    parse(hex, more).flatMap(({ faults }) => faults.map(({ text }) => text));
  expect(said(good)).toEqual([]);
  expect(said(`${good.slice(0, -4)}ff7e`)[0]).toMatch(/^校验码错误：应为0x[0-9A-F]{2}，实际为0xFF$/u);
  expect(said('7e0001027d03057e')).toEqual(['第3字节的转义错误：7D后面应为01或02，实际为0x03']);
  expect(said('313233')).toEqual(['不在标识位7E之间，不是一帧数据']);
  expect(said('00010000030000', { msgId: '0805' })).toEqual([
    '第5字节起不能解析：字段“多媒体数据ID”需要4字节，只剩2字节',
  ]);
  expect(said('0102', { msgId: '7777' })).toEqual(['消息ID 0x7777 不在已知的协议中，只能看到原始字节']);
});

it('takes what people paste, and says what is no hexadecimal', () => {
  expect(parse('0x7E, 0x00\n7e').length).toBe(1);
  const refused = (hex: string) => frameParse.input.safeParse({ hex }).error?.issues[0]?.message;
  expect(refused('7e 0g')).toBe('报文应为十六进制，只能有0~9和A~F');
  expect(refused('7e 0')).toBe('报文应为两位一个字节，最后一个字节不完整');
  expect(refused('  ')).toBe('请粘贴报文');
});

it('a compressed message is shown with the whole one that is in it, and alone when that is another terminal’s', () => {
  const inside = (phone: string) => encodeMessage(msgId.logout, { phone, serial: 7, version: '2013' }, emptyMessage);
  const outside = (content: Uint8Array) =>
    parse(
      toHex(
        encodeMessage(
          msgId.compressed,
          { phone: '013900000001', serial: 8, version: '2013' },
          { data: gzipSync(content) },
        ),
      ),
    );
  expect(outside(inside('013900000001')).map((shown) => [shown.msgId, shown.phone, shown.faults])).toEqual([
    ['0x0901', '13900000001', []],
    ['0x0003', '13900000001', []],
  ]);
  expect(outside(inside('013900000002')).map((shown) => shown.msgId)).toEqual(['0x0901']);
});

it('says what the protocol leaves alone, or does not know, and no 255 of it', () => {
  const ff = (bytes: number) => 'ff'.repeat(bytes);
  // the platform writes one of two fields of 0xF367, and all of 0xF364, 0xF365 and 0xF366 stay
  expect(valuesOf('8103', '010000f36702ff05')).toMatchObject({
    后方接近报警时间阈值: '不修改',
    侧后方接近报警时间阈值: '5 s',
  });
  for (const [id, length] of [
    ['f364', 56],
    ['f365', 49],
    ['f366', 36],
  ] as const) {
    const block = `010000${id}${length.toString(16)}${ff(length)}`;
    const values = Object.values(valuesOf('8103', block)).slice(3);
    expect([id, ...new Set(values)]).toEqual([id, '不修改']);
    // a terminal that tells it does not know it
    const [, , , , ...told] = Object.values(valuesOf('0104', `0001${block}`));
    expect([id, ...new Set(told)]).toEqual([id, '未知']);
  }
  // other settings mean what they say
  expect(valuesOf('8103', '010000005704ffffffff')).toMatchObject({ 连续驾驶时间门限: '4294967295 s' });
  const unknown = `0000000000000003${ff(14)}150715150810`;
  expect(valuesOf('0200', `${unknown}0104${ff(4)}`)).toMatchObject({
    ...{ 纬度: '未知', 经度: '未知', 高程: '未知', 速度: '未知', 方向: '未知', 里程: '未知' },
  });
  const known = '0000000000000003015881d606cb81ae002900960096150715150810';
  expect(valuesOf('0200', `${known}0302${ff(2)}`)).toMatchObject({ 速度: '15.0 km/h', 行驶记录功能获取的速度: '未知' });
  // as many photos as it says, or a video
  const shoot = (command: string) => valuesOf('8801', `01${command}000000010501010101`).拍摄命令;
  expect([shoot('0000'), shoot('0003'), shoot('ffff')]).toEqual(['0 停止拍摄', '3 张', '65535 录像']);
});

/** A report with one item, whose length is told. */
const reportWith = (id: string, hex: string): string => {
  const data = hex.replaceAll(' ', '');
  const length = (data.length / 2).toString(16).padStart(2, '0');
  return `0000000000000003015881d606cb81ae002900960096150715150810${id}${length}${data}`;
};
const safetyBase = '3e 0005 015881d6 06cb81ae 150715150810 0401';
const identifierOf = {
  jiangsu: `54303030303031 150715150810 01 02 00`,
  guangdong: `54303030303031${'00'.repeat(23)} 150715150810 01 02 0000`,
};
const safetyFields = (id: string, own: string, of: keyof typeof identifierOf) => {
  const fields = parse(reportWith(id, `${own} ${safetyBase} ${identifierOf[of]}`), { msgId: '0200' })[0]?.fields ?? [];
  const found = (name: string) => fields.find((field) => field.name === name);
  return { valueOf: (name: string) => found(name)?.value, clauseOf: (name: string) => found(name)?.clause };
};

it('says alarms of active safety in the words of their standard', () => {
  const jiangsu = safetyFields('65', '00000009 01 06 02 00 00000000', 'jiangsu');
  expect([jiangsu.valueOf('报警/事件类型'), jiangsu.clauseOf('报警/事件类型')]).toEqual([
    '0x06 双手脱离方向盘',
    'T/JSATL 12-2017',
  ]);
  const guangdong = safetyFields('65', '00000009 01 06 02 00 00000000', 'guangdong');
  expect([guangdong.valueOf('报警/事件类型'), guangdong.clauseOf('报警/事件类型')]).toEqual([
    '0x06 探头遮挡',
    'T/GDRTA 002-2020',
  ]);
  const sign = safetyFields('64', '00000009 00 10 01 00 00 00 05 00', 'guangdong');
  expect([sign.valueOf('报警/事件类型'), sign.valueOf('道路标志识别类型')]).toEqual([
    '0x10 道路标志识别',
    '5 禁停标志',
  ]);
  expect(safetyFields('64', '00000009 00 e0 01 00 00 00 00 00', 'jiangsu').valueOf('报警/事件类型')).toBe(
    '0xE0（未定义）',
  );
});

it('says harsh driving with the units of its limits', () => {
  const corner = safetyFields('70', '00000009 01 03 0003 0023 0000', 'jiangsu');
  expect(['报警/事件类型', '报警时间阈值', '报警阈值1', '报警阈值2'].map(corner.valueOf)).toEqual([
    '0x03 急转弯',
    '3 s',
    '0.35 g',
    '0 r/min',
  ]);
  const idle = safetyFields('70', '00000009 01 04 012c 0005 0320', 'guangdong');
  expect(['报警/事件类型', '报警时间阈值', '报警阈值1', '报警阈值2'].map(idle.valueOf)).toEqual([
    '0x04 怠速',
    '300 s',
    '5 km/h',
    '800 r/min',
  ]);
  expect(idle.clauseOf('报警阈值1')).toBe('T/GDRTA 002-2020');
});

it('says how an upgrade goes on, and faults that terminals of Guangdong tell', () => {
  expect(valuesOf('1fc4', '010234043c00')).toMatchObject({
    升级消息流水号: '258',
    升级类型: '52 北斗卫星定位模块',
    升级状态: '4 固件安装中',
    升级进度: '60 %',
    错误码: '0x00',
  });
  expect(summaryOf(msgId.upgradeProgress, Uint8Array.of(1, 2, 52, 4, 60, 0))).toBe(
    '终端升级进度上报：北斗卫星定位模块 固件安装中 60%',
  );
  const fault = (profile: string) => valuesOf('0200', reportWith('f1', '00000005'), { profile }).附加信息;
  expect(fault('guangdong')).toBe('安装异常 5');
});
