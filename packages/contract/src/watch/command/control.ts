import type { InstructParam, InstructValues } from './edition';
import { instructParamType } from './edition-enums';

/** Command words of terminal control (0x8105, JT/T 808-2013 8.13) beside the restart, which companies give themselves: a wrong one loses the terminal until somebody stands at it. */
const words: ReadonlyArray<{ code: number; name: string; in2019: boolean }> = [
  { code: 1, name: '无线升级', in2019: false },
  { code: 2, name: '连接指定服务器', in2019: true },
  { code: 3, name: '终端关机', in2019: false },
  { code: 5, name: '恢复出厂设置', in2019: true },
  { code: 6, name: '关闭数据通信', in2019: false },
  { code: 7, name: '关闭所有无线通信', in2019: false },
];
const upgradeWord = 1;
const connectWord = 2;

/** Back to the server of before: nothing else is said then. */
const backAgain = '1';

const none = { length: 0, fallback: '', min: null, max: null, options: [] };
const textParam = (key: string, name: string, required = false): InstructParam => ({
  ...none,
  ...{ key, name, required, type: instructParamType.str },
});
const numberParam = (key: string, name: string, max: number, required = false): InstructParam => ({
  ...none,
  ...{ key, name, required, max, min: 0, type: instructParamType.int, length: 2 },
});
const choice = (key: string, name: string, options: InstructParam['options']): InstructParam => ({
  ...none,
  ...{ key, name, options, required: true, type: instructParamType.enum, length: 1 },
});

const port = 65_535;
const dialing = [
  textParam('apn', '拨号点名称'),
  textParam('apnUser', '拨号用户名'),
  textParam('apnPassword', '拨号密码'),
];
const limit = numberParam('limitMin', '连接时限(分钟)', port);
const upgradeParams = [
  textParam('url', 'URL地址', true),
  ...dialing,
  textParam('address', '服务器地址'),
  numberParam('tcpPort', 'TCP端口', port),
  numberParam('udpPort', 'UDP端口', port),
  textParam('maker', '制造商ID'),
  textParam('hardware', '硬件版本'),
  textParam('firmware', '固件版本', true),
  limit,
];
const switchParam = choice('connect', '连接控制', [
  { code: 0, name: '切换到指定服务器' },
  { code: 1, name: '切换回原服务器' },
]);
const serverParams = [
  textParam('authCode', '鉴权码'),
  ...dialing,
  textParam('address', '服务器地址', true),
  numberParam('tcpPort', 'TCP端口', port, true),
  numberParam('udpPort', 'UDP端口', port),
  limit,
];
const commandParam = choice(
  'command',
  '命令字',
  words.map(({ code, name }) => ({ code, name })),
);

const typed = (values: InstructValues, key: string): string => String(values[key] ?? '').trim();

/** What has to be filled in for a command word: the word itself, and the arguments that the standard gives it, in their order. */
export function controlParams(values: InstructValues): InstructParam[] {
  const command = Number(typed(values, 'command'));
  if (command === upgradeWord) return [commandParam, ...upgradeParams];
  if (command !== connectWord) return [commandParam];
  return typed(values, 'connect') === backAgain
    ? [commandParam, switchParam]
    : [commandParam, switchParam, ...serverParams];
}

/** A value that is missing or cannot travel. */
export interface ControlFault {
  key: string;
  msg: string;
}

/** What nobody reads again: it travels, and is kept encrypted. */
const secretKeys: ReadonlySet<string> = new Set(['apnPassword', 'authCode']);
const stars = '******';

const maxText = 60;

function faultOf({ key, name, type, required, min, max, options }: InstructParam, value: string): ControlFault | null {
  const fault = (msg: string): ControlFault => ({ key, msg });
  if (value === '') return required ? fault(type === instructParamType.enum ? `请选择${name}` : `请填写${name}`) : null;
  if (type === instructParamType.enum)
    return options.some(({ code }) => String(code) === value) ? null : fault(`${name}不在可选范围内`);
  if (type === instructParamType.int) {
    const number = Number(value);
    return /^\d+$/u.test(value) && number >= (min ?? 0) && number <= (max ?? 0)
      ? null
      : fault(`${name}应为${min}~${max}的整数`);
  }
  if (value.length > maxText) return fault(`${name}最多${maxText}个字符`);
  if (value.includes(';')) return fault(`${name}不能含有分号，分号用来分隔参数`);
  return /[\u{10000}-\u{10ffff}]/u.test(value) ? fault(`${name}不能含有表情等字符`) : null;
}

/** A command word with its arguments. */
export interface Control {
  command: number;
  /** as they travel */
  args: string;
  /** with stars in place of passwords and codes; the same as `args` where there are none */
  shown: string;
  /** in words, without passwords and codes */
  summary: string;
}

/** A command word with its arguments as they travel and in words, or the first value that is wrong. */
export function controlOf(values: InstructValues): ControlFault | Control {
  const params = controlParams(values);
  for (const param of params) {
    const fault = faultOf(param, typed(values, param.key));
    if (fault) return fault;
  }
  const command = Number(typed(values, 'command'));
  const travelling = params.slice(1).map(({ key }) => ({ key, value: typed(values, key) }));
  return {
    command,
    args: travelling.map(({ value }) => value).join(';'),
    shown: travelling.map(({ key, value }) => (value !== '' && secretKeys.has(key) ? stars : value)).join(';'),
    summary: controlSummary(command, values),
  };
}

function controlSummary(command: number, values: InstructValues): string {
  const name = words.find(({ code }) => code === command)?.name ?? '';
  if (command === upgradeWord) return `${name}：${typed(values, 'firmware')}，${typed(values, 'url')}`;
  if (command !== connectWord) return name;
  if (typed(values, 'connect') === backAgain) return '切换回原服务器';
  const minutes = Number(typed(values, 'limitMin'));
  return `${name} ${typed(values, 'address')}:${typed(values, 'tcpPort')}，${minutes > 0 ? `${minutes}分钟后切回` : '不自动切回'}`;
}

/** Why a terminal of this edition has no such command word; '' when it has. */
export function controlRefusal(command: number, protocol: string): string {
  const word = words.find(({ code }) => code === command);
  return protocol === 'JT808-2019' && word && !word.in2019 ? `JT/T 808-2019的终端没有“${word.name}”` : '';
}
