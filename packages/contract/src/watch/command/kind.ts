import { dayMin } from '../../core/durations';
import { defineEnum, type EnumCode } from '../../core/enum';
import { keysOf } from '../../core/keys';
import type { textType } from '../../resources/enums';

/** What a terminal is asked to do from the pages (message of JT/T 808 in brackets). */
export const commandKind = defineEnum('commandKind', {
  /** 0x8300 */
  text: ['text', '下发文本'],
  /** 0x8201 */
  locate: ['locate', '查询位置'],
  /** 0x8202 */
  track: ['track', '临时跟踪'],
  /** 0x8107 */
  properties: ['properties', '查询终端属性'],
  /** 0x8104, 0x8106 */
  readParams: ['readParams', '读取参数'],
  /** 0x8103 */
  setParams: ['setParams', '设置参数'],
  /** 0x8203 */
  confirmAlarms: ['confirmAlarms', '确认报警'],
  /** 0x8500 */
  doors: ['doors', '车门控制'],
  /** 0x8801 */
  photo: ['photo', '拍照'],
  /** 0x8400 */
  call: ['call', '电话回拨'],
  listen: ['listen', '监听'],
  /** 0x8105 */
  restart: ['restart', '重启终端'],
  /** 0x8900 */
  raw: ['raw', '数据透传'],
  /** in the way of the terminal's maker: 0x8105, 0x8300 or 0x8900 */
  cut: ['cut', '断油断电'],
  restore: ['restore', '恢复油电'],
  /** 0x8302 */
  question: ['question', '提问'],
  /** 0x8301 */
  events: ['events', '事件菜单'],
  /** 0x8303 */
  infoMenu: ['infoMenu', '点播菜单'],
  /** 0x8304 */
  info: ['info', '点播信息'],
  /** 0x8702 */
  driverCard: ['driverCard', '查询司机身份'],
  /** 0x8608 */
  areas: ['areas', '查询区域'],
  /** 0x8700 */
  recorderRead: ['recorderRead', '读取行驶记录仪'],
  /** 0x8701 */
  recorderWrite: ['recorderWrite', '设置行驶记录仪'],
  /** 0x8802 */
  mediaSearch: ['mediaSearch', '检索多媒体'],
  /** 0x8803, 0x8805 */
  mediaUpload: ['mediaUpload', '上传多媒体'],
  /** 0x8804 */
  sound: ['sound', '录音'],
  /** of the catalogue that the provider's staff keep */
  custom: ['custom', '自定义指令'],
  /** 0x8108 */
  upgrade: ['upgrade', '固件升级'],
  /** 0x8105: the words that can lose a terminal for good */
  control: ['control', '终端控制'],
  /** a task of 写入设备: areas and lines, the phone book, the white list of drivers, texts, parameters */
  write: ['write', '写入设备'],
});
export type CommandKind = EnumCode<typeof commandKind>;

/** A command as it is stored and as the gateway makes messages of it. */
export type CommandOrder =
  /** no textType: 通知 */
  | { kind: 'text'; text: string; urgent: boolean; show: boolean; speak: boolean; textType?: EnumCode<typeof textType> }
  | { kind: 'locate' }
  /** interval 0 ends it */
  | { kind: 'track'; intervalS: number; validityS: number }
  | { kind: 'properties' }
  /** no ids: all */
  | { kind: 'readParams'; ids: number[] }
  /** values as bytes in hex */
  | { kind: 'setParams'; values: StoredSetting[] }
  /** bits of the alarm word */
  | { kind: 'confirmAlarms'; alarmBits: number }
  | { kind: 'doors'; lock: boolean }
  /** camera from 1; size as 0x8801 numbers it */
  | { kind: 'photo'; channel: number; resolution: number }
  | { kind: 'call' | 'listen'; number: string }
  | { kind: 'restart' }
  | { kind: 'raw'; type: number; hex: string }
  /** for a Bluetooth lock behind the terminal */
  | { kind: 'raw'; lock: LockOrder }
  | { kind: 'cut' | 'restore'; way: MakerWay }
  /** the answers by their places, from 1 */
  | { kind: 'question'; text: string; urgent: boolean; speak: boolean; answers: string[] }
  /** the whole menu; none: the terminal forgets what it has */
  | { kind: 'events' | 'infoMenu'; entries: MenuEntry[] }
  | { kind: 'info'; kindId: number; text: string }
  | { kind: 'driverCard' }
  | { kind: 'areas'; areaKind: number }
  /** epoch ms; null: the data has no span */
  | { kind: 'recorderRead'; item: number; from: number | null; to: number | null }
  /** pulses null: the clock, as it is when the command goes out */
  | { kind: 'recorderWrite'; pulses: number | null }
  | ({ kind: 'mediaSearch' } & MediaWanted)
  /** a number: that one alone */
  | ({ kind: 'mediaUpload'; mediaId: number | null; remove: boolean } & MediaWanted)
  | { kind: 'sound'; start: boolean; seconds: number; save: boolean; sampleRate: number }
  /** a message with its body in hex, as an edition of the catalogue says it; answerId null: the general reply is all */
  | { kind: 'custom'; name: string; msgId: number; hex: string; answerId: number | null; waitS: number; retry: number }
  /** firmware of a package (升级包) */
  | { kind: 'upgrade'; packageId: string; fwVersion: string }
  /** arguments as they travel, by semicolons; those with a password or a code have stars in its place, and are whole in `sealed` only (base64, encrypted) */
  | { kind: 'control'; command: number; args: string; sealed?: string }
  /** the messages are those of the task, which is kept once for all its vehicles; content: writeContent */
  | { kind: 'write'; taskId: string; content: string };

/** One entry of a menu at the terminal, with the number by which it is reported. */
export interface MenuEntry {
  id: number;
  text: string;
}

/** Which of the stored photos, sounds and videos are meant; times in epoch ms. */
export interface MediaWanted {
  mediaKind: number;
  channel: number;
  event: number;
  from: number | null;
  to: number | null;
}

/** What a lock is asked: to open now, or to open once to whoever types the code within some minutes. `serial` comes back in its answer. */
export type LockOrder = { mac: string; serial: number } & (
  | { what: 'open' }
  | { what: 'setCode'; code: string; minutes: number }
);

/** A command of a maker, as the terminal's model says it. */
export type MakerWay =
  | { by: 'control'; command: number }
  | { by: 'text'; text: string }
  | { by: 'raw'; type: number; hex: string }
  /** 0x8500: a byte of bits (2013), or a kind of the maker's own with its value (2019) */
  | { by: 'bits'; bits: number }
  | { by: 'vehicle'; type: number; hex: string }
  /** 0x8103: a setting of the maker's own */
  | { by: 'setting'; id: number; hex: string }
  /** 0xA006 */
  | { by: 'fuel'; cut: boolean };

/** How the command of a model is written: the message, then its number and its bytes where it has them. */
export const makerWayForm =
  /^(8105:[0-9A-F]{2}|8300:[^:]{1,60}|8500:[0-9A-F]{2}|8500:F[0-9A-F]{3}:([0-9A-F]{2}){1,20}|8103:F[0-9A-F]{3}:([0-9A-F]{2}){1,100}|8900:[0-9A-F]{2}:([0-9A-F]{2}){1,100}|A006:[01])$/iu;

/** Reads a command of a model (`8105:F0`, `8300:RELAY,1#`, `8500:F001:01`, `8900:F0:0102`); null when it says nothing. */
export function makerWayOf(command: string | null): MakerWay | null {
  const [message, first = '', second = ''] = (command ?? '').split(':');
  const [code, hex] = [Number.parseInt(first, 16), second.toLowerCase()];
  switch (message?.toUpperCase()) {
    case '8105':
      return { by: 'control', command: code };
    case '8300':
      return { by: 'text', text: first };
    case '8500':
      return hex === '' ? { by: 'bits', bits: code } : { by: 'vehicle', type: code, hex };
    case '8103':
      return { by: 'setting', id: code, hex };
    case '8900':
      return { by: 'raw', type: code, hex };
    case 'A006':
      return { by: 'fuel', cut: first === '1' };
    default:
      return null;
  }
}

/** Fuel and power are cut only below this speed, km/h, by a report that is no older than this. */
export const cutBelowKmh = 20;
export const cutFreshMin = 5;

/** How long a cut waits for the second person, where the company wants one, min. */
export const cutReviewMin = 30;

/** A setting of a terminal as it travels: its number in the standard and its bytes. */
export interface StoredSetting {
  id: number;
  hex: string;
}

interface KindRule {
  /** how long it waits for a terminal that is not connected */
  waitMin: number;
  /** sent again when the connection broke before the answer: doing it twice does no harm */
  repeatable: boolean;
  /** its result is a message of its own that follows the general reply */
  answered: boolean;
}

export const kindRules: Readonly<Record<CommandKind, KindRule>> = {
  text: { waitMin: dayMin, repeatable: true, answered: false },
  locate: { waitMin: 10, repeatable: true, answered: true },
  track: { waitMin: 10, repeatable: true, answered: false },
  properties: { waitMin: 3 * dayMin, repeatable: true, answered: true },
  readParams: { waitMin: 3 * dayMin, repeatable: true, answered: true },
  setParams: { waitMin: 3 * dayMin, repeatable: true, answered: false },
  confirmAlarms: { waitMin: 60, repeatable: true, answered: false },
  doors: { waitMin: 5, repeatable: false, answered: true },
  // a picture of later shows something else
  photo: { waitMin: 5, repeatable: false, answered: true },
  call: { waitMin: 10, repeatable: false, answered: false },
  listen: { waitMin: 10, repeatable: false, answered: false },
  restart: { waitMin: 60, repeatable: false, answered: false },
  raw: { waitMin: 60, repeatable: false, answered: false },
  // the driver has to see it, and choose
  question: { waitMin: 60, repeatable: false, answered: true },
  events: { waitMin: 3 * dayMin, repeatable: true, answered: false },
  infoMenu: { waitMin: 3 * dayMin, repeatable: true, answered: false },
  info: { waitMin: dayMin, repeatable: true, answered: false },
  // who drives now
  driverCard: { waitMin: 60, repeatable: true, answered: true },
  areas: { waitMin: dayMin, repeatable: true, answered: true },
  recorderRead: { waitMin: dayMin, repeatable: true, answered: true },
  recorderWrite: { waitMin: dayMin, repeatable: true, answered: false },
  mediaSearch: { waitMin: dayMin, repeatable: true, answered: true },
  mediaUpload: { waitMin: dayMin, repeatable: false, answered: false },
  sound: { waitMin: 10, repeatable: false, answered: false },
  cut: { waitMin: 2, repeatable: false, answered: true },
  restore: { waitMin: 60, repeatable: false, answered: true },
  custom: { waitMin: dayMin, repeatable: false, answered: false },
  upgrade: { waitMin: 3 * dayMin, repeatable: false, answered: true },
  control: { waitMin: dayMin, repeatable: false, answered: false },
  write: { waitMin: 3 * dayMin, repeatable: true, answered: false },
};

/** Kinds that only the provider's staff give. */
const staffOnly = ['custom', 'upgrade', 'control'] as const;
/** Kinds that companies give to their own vehicles from the menus of commands; tasks of 写入设备 have a page of their own. */
export type CompanyKind = Exclude<CommandKind, (typeof staffOnly)[number] | 'write'>;
export const isCompanyKind = (kind: CommandKind): kind is CompanyKind =>
  kind !== 'write' && staffOnly.every((other) => other !== kind);
/** Every one of them, in the order of the menus. */
export const companyKinds: readonly CompanyKind[] = keysOf(kindRules).filter(isCompanyKind);

/** How long a terminal may take to answer, and how long the result of what it has taken may take, s. */
export const answerS = 20;
export const resultS = 60;
/** How long the driver's choice is waited for, s; one that comes later on the same connection counts as well. */
export const questionS = 120;
/** The same for firmware: megabytes go over a slow link, and the terminal writes them and starts again. */
export const upgradeS = 2 * 3600;
/** The same for all messages of a task of 写入设备, of which each waits for the answer to the one before. */
export const writeS = 900;
/** How often a command goes out when the connection breaks before its answer. */
export const maxAttempts = 3;
/** Vehicles of one command from the pages. */
export const maxCommandVehicles = 500;

/** How one command is sent and how long it is waited for: what its kind says, and what an edition of the catalogue says otherwise. */
export interface Pace {
  /** for the general reply, s */
  answerS: number;
  /** for the result that follows it, s */
  resultS: number;
  repeatable: boolean;
  answered: boolean;
  attempts: number;
}
export function paceOf(order: CommandOrder): Pace {
  const { repeatable, answered } = kindRules[order.kind];
  if (order.kind === 'upgrade') return { answerS: upgradeS, resultS: upgradeS, repeatable, answered, attempts: 1 };
  if (order.kind === 'question') return { answerS, resultS: questionS, repeatable, answered, attempts: maxAttempts };
  // a restart that may have happened is not asked for again
  if (order.kind === 'write' && order.content === 'reset')
    return { answerS, resultS, repeatable: false, answered, attempts: 1 };
  if (order.kind !== 'custom') return { answerS, resultS, repeatable, answered, attempts: maxAttempts };
  const { waitS, retry, answerId } = order;
  return { answerS: waitS, resultS: waitS, repeatable: retry > 0, answered: answerId !== null, attempts: retry + 1 };
}

/** Sizes of pictures that terminals have in common, by their number in 0x8801. */
export const photoSizes = { 1: '320×240', 2: '640×480', 3: '800×600', 4: '1024×768' } as const;
/** What terminals store, and why, by their numbers in 0x0800; which areas they watch (0x8608); samples a second of a sound (0x8804). */
export const mediaKinds: Readonly<Record<number, string>> = { 0: '照片', 1: '音频', 2: '视频' };
export const mediaEvents: Readonly<Record<number, string>> = {
  0: '平台下发指令',
  1: '定时动作',
  2: '抢劫报警触发',
  3: '碰撞侧翻触发',
  4: '车门打开',
  5: '车门关闭',
  6: '车门由开变关且车速超过20km/h',
  7: '定距拍摄',
};
export const areaQueries: Readonly<Record<number, string>> = {
  1: '圆形区域',
  2: '矩形区域',
  3: '多边形区域',
  4: '路线',
};
export const soundRates: Readonly<Record<number, string>> = { 0: '8 kHz', 1: '11 kHz', 2: '23 kHz', 3: '32 kHz' };
/** Cameras: video channels by number, and those of active safety (T/JSATL 12). */
export const cameraNames: Readonly<Record<number, string>> = { 64: '前向摄像头', 65: '驾驶员摄像头', 67: '盲区摄像头' };
export const cameraName = (channel: number): string => cameraNames[channel] ?? `通道${channel}`;
/** How long after the order the page expects a picture, min. */
export const pictureWaitMin = 5;

/** Alarms of the alarm word that a person may confirm (2013 and 2019, 0x8203). */
export const confirmableAlarms = [0, 3, 20, 21, 22, 27, 28] as const;
