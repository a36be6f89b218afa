import type { Parsed } from '@tongda/contract/core/endpoint';
import { maskPhone } from '@tongda/contract/core/field/mask';
import { textType } from '@tongda/contract/resources/enums';
import { terminalAlarms } from '@tongda/contract/watch/alarm/terminal-alarms';
import type * as calls from '@tongda/contract/watch/command/calls';
import { controlOf } from '@tongda/contract/watch/command/control';
import type { InstructValues } from '@tongda/contract/watch/command/edition';
import { type CommandOrder, cameraName, photoSizes } from '@tongda/contract/watch/command/kind';
import { settingHex, settingOf, unitBehind, writableSettings } from '@tongda/contract/watch/command/settings';
import { invalidField } from '../../../core/http/errors';
import { sealText } from '../../../core/run/sealed-text';

/** What goes out, as the gateway takes it and in words. */
export interface Composed {
  order: CommandOrder;
  summary: string;
}

/** `紧急，播报并显示：前方拥堵` */
export function textOrder({ text, urgent, show, speak, textType: type }: Parsed<typeof calls.commandText>): Composed {
  const way = speak && show ? '播报并显示' : speak ? '播报' : '显示';
  const words = [...(urgent ? ['紧急'] : []), ...(type === textType.service ? ['服务'] : []), way];
  return {
    order: { kind: 'text', text, urgent, show, speak, textType: type },
    summary: `${words.join('，')}：${text}`,
  };
}

export const locateOrder: Composed = { order: { kind: 'locate' }, summary: '立即上报位置' };
export const driverCardOrder: Composed = { order: { kind: 'driverCard' }, summary: '查询终端上的司机卡' };
export const propertiesOrder: Composed = { order: { kind: 'properties' }, summary: '查询厂商、型号、SIM卡和固件版本' };
export const restartOrder: Composed = { order: { kind: 'restart' }, summary: '重启终端' };

/** Of the provider's staff. Throws the fault of the first value that is wrong. Arguments with a password or a code are kept encrypted. */
export function controlOrder(values: InstructValues, factorKey: Buffer): Composed {
  const control = controlOf(values);
  if ('msg' in control) throw invalidField(`values.${control.key}`, control.msg);
  const { command, args, shown, summary } = control;
  const sealed = shown === args ? {} : { sealed: sealText(factorKey, args).toString('base64') };
  return { order: { kind: 'control', command, args: shown, ...sealed }, summary };
}

export const trackOrder = ({ intervalS, minutes }: Parsed<typeof calls.commandTrack>): Composed => ({
  order: { kind: 'track', intervalS, validityS: minutes * 60 },
  summary: intervalS === 0 ? '停止跟踪' : `每${intervalS}秒上报一次，持续${minutes}分钟`,
});

export const readOrder = ({ ids }: Parsed<typeof calls.commandReadParams>): Composed => ({
  order: { kind: 'readParams', ids },
  summary: ids.length === 0 ? '读取全部参数' : `读取 ${ids.map((id) => settingOf(id)?.label ?? '').join('、')}`,
});

/** The same setting twice: the later value counts. */
export function setOrder({ values }: Parsed<typeof calls.commandSetParams>): Composed {
  const wanted = new Map(values.map(({ key, value }) => [key, value]));
  const chosen = writableSettings.flatMap(([key, one]) => {
    const value = wanted.get(key);
    return value === undefined ? [] : [{ one, value }];
  });
  return {
    order: { kind: 'setParams', values: chosen.map(({ one, value }) => ({ id: one.id, hex: settingHex(one, value) })) },
    summary: chosen.map(({ one, value }) => `${one.label} ${value}${unitBehind(one.unit)}`).join('，'),
  };
}

export const confirmOrder = ({ bits }: Parsed<typeof calls.commandConfirmAlarms>): Composed => ({
  order: { kind: 'confirmAlarms', alarmBits: bits.reduce<number>((word, bit) => word + 2 ** bit, 0) },
  summary: `确认 ${bits.map((bit) => terminalAlarms[bit]?.name ?? '').join('、')}`,
});

export const doorsOrder = ({ lock }: Parsed<typeof calls.commandDoors>): Composed => ({
  order: { kind: 'doors', lock },
  summary: lock ? '锁闭车门' : '打开车门锁',
});

/** `通道1，640×480` */
export const photoOrder = ({ channel, resolution }: Parsed<typeof calls.commandPhoto>): Composed => ({
  order: { kind: 'photo', channel, resolution },
  // the call has let in these sizes only
  summary: `${cameraName(channel)}，${photoSizes[resolution as keyof typeof photoSizes]}`,
});

/** The number stands in the queue as it is, and masked where people read what was asked. */
export const callOrder = (kind: 'call' | 'listen', { number }: { number: string }): Composed => ({
  order: { kind, number },
  summary: kind === 'call' ? `终端拨打 ${maskPhone(number)}` : `静默拨打 ${maskPhone(number)}`,
});

export const rawOrder = ({ type, hex }: Parsed<typeof calls.commandRaw>): Composed => ({
  order: { kind: 'raw', type: Number.parseInt(type, 16), hex: hex.toLowerCase() },
  summary: `类型 ${type.toUpperCase()}，数据 ${(hex.length > 60 ? `${hex.slice(0, 60)}…` : hex).toUpperCase()}`,
});
