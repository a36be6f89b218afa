import { expect, it } from 'vitest';
import { controlOf, controlParams, controlRefusal } from './control';
import { makerWayForm, makerWayOf } from './kind';

it.each([3, 5, 6, 7])('command word %i has no arguments', (command) => {
  expect(controlOf({ command })).toMatchObject({ command, args: '' });
});

it('arguments travel in the order of the standard, those without a value as nothing between their semicolons', () => {
  const server = {
    command: '2',
    connect: '0',
    address: '10.1.2.3',
    tcpPort: '6808',
    apn: 'cmnet',
    apnPassword: 'geheim',
  };
  expect(controlOf({ ...server, limitMin: '30' })).toEqual({
    command: 2,
    // switch; code; APN; its user; its password; address; TCP; UDP; minutes
    args: '0;;cmnet;;geheim;10.1.2.3;6808;;30',
    shown: '0;;cmnet;;******;10.1.2.3;6808;;30',
    summary: '连接指定服务器 10.1.2.3:6808，30分钟后切回',
  });
  expect(controlOf({ command: 2, connect: 1 })).toEqual({
    command: 2,
    args: '1',
    shown: '1',
    summary: '切换回原服务器',
  });
  expect(controlOf({ command: 1, url: 'ftp://a/b.bin', firmware: 'V3', maker: 'TD' })).toEqual({
    command: 1,
    args: 'ftp://a/b.bin;;;;;;;TD;;V3;',
    shown: 'ftp://a/b.bin;;;;;;;TD;;V3;',
    summary: '无线升级：V3，ftp://a/b.bin',
  });
});

it.each([
  [{}, 'command', '请选择命令字'],
  [{ command: 4 }, 'command', '命令字不在可选范围内'],
  [{ command: 2 }, 'connect', '请选择连接控制'],
  [{ command: 2, connect: 0, tcpPort: 1 }, 'address', '请填写服务器地址'],
  [{ command: 2, connect: 0, address: 'a', tcpPort: 70000 }, 'tcpPort', 'TCP端口应为0~65535的整数'],
  [{ command: 2, connect: 0, address: 'a;b', tcpPort: 1 }, 'address', '服务器地址不能含有分号，分号用来分隔参数'],
  [{ command: 1, url: 'x'.repeat(61), firmware: 'V1' }, 'url', 'URL地址最多60个字符'],
])('%j is refused at %s', (values, key, msg) => expect(controlOf(values)).toEqual({ key, msg }));

it('a terminal of 2019 has three of the words only, the restart among them', () => {
  expect(controlRefusal(3, 'JT808-2019')).toBe('JT/T 808-2019的终端没有“终端关机”');
  expect([2, 5].map((command) => controlRefusal(command, 'JT808-2019'))).toEqual(['', '']);
  expect([1, 3, 6, 7].map((command) => controlRefusal(command, 'JT808-2013'))).toEqual(['', '', '', '']);
  expect(controlParams({}).map(({ key }) => key)).toEqual(['command']);
});

it.each([
  ['8105:F0', { by: 'control', command: 0xf0 }],
  ['8300:RELAY,1#', { by: 'text', text: 'RELAY,1#' }],
  ['8500:02', { by: 'bits', bits: 2 }],
  ['8500:F001:0A', { by: 'vehicle', type: 0xf001, hex: '0a' }],
  ['8103:F030:4154', { by: 'setting', id: 0xf030, hex: '4154' }],
  ['8900:F0:0102', { by: 'raw', type: 0xf0, hex: '0102' }],
  ['A006:1', { by: 'fuel', cut: true }],
  ['a006:0', { by: 'fuel', cut: false }],
])('the command of a model %s', (command, way) => {
  expect(command).toMatch(makerWayForm);
  expect(makerWayOf(command)).toEqual(way);
});

it.each(['8500:0001:00', '8103:0029:01', 'A006:2', '8500:F001:', '8900:F0:0'])(
  '%s is no command of a model',
  (command) => expect(command).not.toMatch(makerWayForm),
);
