import { z } from 'zod';
import { withCodeWords } from '../../core/code-words';
import { dayMs } from '../../core/durations';
import { endpoint } from '../../core/endpoint';
import { optionalDate, optionalText } from '../../core/field/inputs';
import { rangeText } from '../../core/figure';
import { keysOf } from '../../core/keys';
import { sensedWords } from '../../core/live';
import { dateOnly, dateTime, id } from '../../core/page';
import { batchLine } from '../../core/register/pieces';
import { menus } from '../../shell/menus';
import { chillerFault, onSources, setSources } from './chiller';
import { supplierType } from './enums';

const menu = menus.vehicle.id;

/**
 * Kinds of wires: `channels` is the most a vehicle may have; `range` bounds the limits, in `unit` (null: the wire gives states, no values);
 * `calibrated` says that its sensor has a calibration certificate, `correction` how much that may add to a reading (null: nothing), `alarm` whether it
 * can raise alarms.
 */
/** Probes whose name has this word measure the air that the unit blows: how it works, and nothing of the goods. */
export const blownAirWord = '送风';

export const probeKinds = {
  tem: {
    label: sensedWords.tem,
    channels: 4,
    unit: '℃',
    range: [-60, 80],
    calibrated: true,
    correction: 2,
    alarm: true,
  },
  hum: {
    label: sensedWords.hum,
    channels: 2,
    unit: '%',
    range: [0, 100],
    calibrated: true,
    correction: 10,
    alarm: true,
  },
  co2: {
    label: sensedWords.co2,
    channels: 1,
    unit: 'ppm',
    range: [0, 50_000],
    calibrated: true,
    correction: null,
    alarm: true,
  },
  door: {
    label: sensedWords.door,
    channels: 4,
    unit: '',
    range: null,
    calibrated: false,
    correction: null,
    alarm: true,
  },
  oil: {
    label: sensedWords.oil,
    channels: 2,
    unit: 'L',
    range: [0, 2000],
    calibrated: false,
    correction: null,
    alarm: true,
  },
  chiller: { label: '冷机', channels: 2, unit: '', range: null, calibrated: false, correction: null, alarm: false },
  camera: { label: '摄像头', channels: 6, unit: '', range: null, calibrated: false, correction: null, alarm: false },
} as const satisfies Record<
  string,
  {
    label: string;
    channels: number;
    unit: string;
    range: readonly [number, number] | null;
    calibrated: boolean;
    correction: number | null;
    alarm: boolean;
  }
>;
export type ProbeKind = keyof typeof probeKinds;
export const probeKind = withCodeWords(
  z.enum(keysOf(probeKinds), '探头类型不正确'),
  keysOf(probeKinds).map((kind) => ({ code: kind, name: probeKinds[kind].label })),
);
/** Whether a wire is a switch, which may be inverted: a contact that is open at rest, an inverted input. */
export const isSwitch = (kind: ProbeKind): boolean => kind === 'door' || kind === 'chiller';
/** A compartment is one of medicine when its name contains one of these words (regular expression, any case). */
export const drugZones = '药|疫苗|GSP';
const drugZone = new RegExp(drugZones, 'iu');
/** Whether a compartment is one of medicine. Its probes are corrected by the provider's staff only (drug GSP). */
export const isDrugZone = (zone: string | null): boolean => zone !== null && drugZone.test(zone);
/** Whether probes of the kind are drawn on the picture of the box (布点图). */
export const isPlaced = (kind: ProbeKind): boolean => probeKinds[kind].calibrated;

/** Usual names of probes; free text is allowed. */
export const probeNames = ['前', '中', '后', '冷藏', '冷冻', '回风', '送风', '环境'] as const;

const oneDecimal = z.number('请输入数字').refine((n) => Math.abs(n * 10 - Math.round(n * 10)) < 1e-6, '最多1位小数');
const limit = oneDecimal.nullable().default(null);

const shareValue = z.number().min(0, '位置应在货箱内').max(1, '位置应在货箱内').nullable();
const share = shareValue.default(null);
const cameraKind = z.literal(supplierType.codes, '摄像头类型不正确').nullable();
const snapChannel = z.number().int().min(1, '通道从1开始').max(6, '摄像头最多6路').nullable();
const onSource = z.enum(onSources, '运行信号来源不正确').nullable();
const setSource = z.enum(setSources, '设定温度来源不正确').nullable();
/** A configured wire whose last value is older than this has no data (无数据). */
export const silentAfterMs = dayMs;

export const probe = z.object({
  kind: probeKind,
  channel: z.number().int().min(1, '通道从1开始').max(8, '通道最大为8'),
  name: z.string('请输入探头名称').trim().min(1, '请输入探头名称').max(10, '最多10个字符'),
  zone: z
    .string()
    .trim()
    .max(10, '最多10个字符')
    .nullish()
    .transform((zone) => zone || null),
  lower: limit,
  upper: limit,
  alarm: z.boolean().default(true),
  /** serial number of the probe; number, day and end of its calibration certificate */
  sn: optionalText(30),
  certNo: optionalText(30),
  certDate: optionalDate,
  certEnd: optionalDate,
  /** 修正值 of the certificate, added to the raw reading (K7), ℃ or %RH */
  correction: oneDecimal.default(0),
  /** the signal is inverted: 常开 for a door's contact, 反相 for a reefer's input */
  inverse: z.boolean().default(false),
  /** position in the box, 0 to 1: along its length from the front, and in its height from the floor */
  posX: share,
  posY: share,
  /** what a camera watches (supplierType) */
  cameraType: cameraKind.default(null),
  /** 抓拍通道: channel of the camera that watches the door */
  snapChannel: snapChannel.default(null),
  /** sources of a reefer's running signal and set point, and its protocol (chiller.ts) */
  onSource: onSource.default(null),
  setSource: setSource.default(null),
  chillerProtocol: optionalText(20),
});
export type Probe = z.output<typeof probe>;

const blankText = (text: string | null): string | null => text || null;
const paperText = z.string().trim().max(30, '最多30个字符').nullable().transform(blankText).optional();
const paperDay = z
  .union([z.literal(''), dateOnly])
  .nullable()
  .transform(blankText)
  .optional();
/** Fields that a caller may leave out: the wire keeps what is stored. Null or '' empties a field. */
const keptWhenAbsent = {
  sn: paperText,
  certNo: paperText,
  certDate: paperDay,
  certEnd: paperDay,
  correction: oneDecimal.optional(),
  inverse: z.boolean().optional(),
  posX: shareValue.optional(),
  posY: shareValue.optional(),
  cameraType: cameraKind.optional(),
  snapChannel: snapChannel.optional(),
  onSource: onSource.optional(),
  setSource: setSource.optional(),
  chillerProtocol: z.string().trim().max(20, '最多20个字符').nullable().transform(blankText).optional(),
};
const sentProbe = z.object({ ...probe.shape, ...keptWhenAbsent });
/** The values of these fields for a new wire. */
const nothingKept = {
  sn: null,
  certNo: null,
  certDate: null,
  certEnd: null,
  correction: 0,
  inverse: false,
  posX: null,
  posY: null,
  cameraType: null,
  snapChannel: null,
  onSource: null,
  setSource: null,
  chillerProtocol: null,
} satisfies Partial<Probe>;
/** Completes a sent wire: fields that were left out come from the same wire as stored `before`, or are empty. */
export function completeProbe(sent: z.output<typeof sentProbe>, before?: Partial<Probe>): Probe {
  const kept = keysOf(keptWhenAbsent).flatMap((key) =>
    sent[key] === undefined ? [[key, before?.[key] ?? nothingKept[key]]] : [],
  );
  return { ...nothingKept, ...sent, ...Object.fromEntries(kept) };
}

function correctionFault({ kind, correction, certNo }: Probe): string | null {
  if (correction === 0) return null;
  const { correction: most, unit, label } = probeKinds[kind];
  if (most === null) return `${label}没有修正值`;
  if (Math.abs(correction) > most) return `修正值应在${rangeText(-most, most, unit)}之间`;
  return certNo ? null : '有修正值须填写校准证书号';
}

/** Error of the fields that only doors (`snapChannel`) or only reefers (sources, protocol) may have; null when they fit. */
function kindFault(p: Probe, probes: readonly Probe[]): [field: keyof Probe, msg: string] | null {
  const { label } = probeKinds[p.kind];
  if (p.snapChannel !== null) {
    if (p.kind !== 'door') return ['snapChannel', `${label}没有抓拍通道`];
    if (!probes.some((o) => o.kind === 'camera' && o.channel === p.snapChannel))
      return ['snapChannel', `请先启用摄像头通道${p.snapChannel}`];
  }
  if (p.kind !== 'chiller')
    return p.onSource || p.setSource || p.chillerProtocol ? ['onSource', `${label}没有冷机信号来源`] : null;
  const wrong = chillerFault(p);
  return wrong ? ['chillerProtocol', wrong] : null;
}

/** What is wrong with a set of wires: index of the wire, field and sentence; empty when nothing is. */
export function probeFaults(probes: readonly Probe[]): Array<{ index: number; field: keyof Probe; msg: string }> {
  const found: Array<{ index: number; field: keyof Probe; msg: string }> = [];
  probes.forEach((p, index) => {
    const kind = probeKinds[p.kind];
    const others = probes.slice(0, index).filter((o) => o.kind === p.kind);
    if (p.channel > kind.channels) found.push({ index, field: 'channel', msg: `${kind.label}最多${kind.channels}路` });
    if (others.some((o) => o.channel === p.channel))
      found.push({ index, field: 'channel', msg: `${kind.label}通道${p.channel}重复` });
    if (others.some((o) => o.name === p.name))
      found.push({ index, field: 'name', msg: `${kind.label}探头名称“${p.name}”重复` });
    if (p.certDate && p.certEnd && p.certEnd <= p.certDate)
      found.push({ index, field: 'certEnd', msg: '有效期须晚于校准日期' });
    const wrong = correctionFault(p);
    if (wrong) found.push({ index, field: 'correction', msg: wrong });
    if (p.inverse && !isSwitch(p.kind)) found.push({ index, field: 'inverse', msg: `${kind.label}不支持反相` });
    const odd = kindFault(p, probes);
    if (odd) found.push({ index, field: odd[0], msg: odd[1] });
    if (kind.range === null) return;
    const [min, max] = kind.range;
    for (const field of ['lower', 'upper'] as const) {
      const value = p[field];
      if (value !== null && (value < min || value > max)) {
        found.push({ index, field, msg: `应在${rangeText(min, max, kind.unit)}之间` });
      }
    }
    if (p.lower !== null && p.upper !== null && p.upper <= p.lower) {
      found.push({ index, field: 'upper', msg: `上限须高于下限${p.lower}${kind.unit}` });
    }
  });
  return found;
}

/** Compartments of medicine with too few measuring points. Drug GSP (report.md K16) asks for two, and one more for every further 20 m³. */
export function findFewPoints(
  probes: ReadonlyArray<Pick<Probe, 'kind' | 'zone'>>,
  volumeM3: number | null,
): Array<{ zone: string; has: number; needs: number }> {
  const zones = new Map<string, number>();
  for (const { kind, zone } of probes)
    if (kind === 'tem' && zone !== null && isDrugZone(zone)) zones.set(zone, (zones.get(zone) ?? 0) + 1);
  // the size of a compartment is not stored: the volume of the box is divided evenly
  const share = (volumeM3 ?? 0) / zones.size;
  const needs = 2 + Math.ceil(Math.max(0, share - 20) / 20);
  return [...zones].flatMap(([zone, has]) => (has < needs ? [{ zone, has, needs }] : []));
}

/** A stored compartment with the limits that its thermometers start from, ℃. Probes name their compartment themselves (`zone`). */
export const zoneLine = z.object({ name: z.string(), lower: z.number().nullable(), upper: z.number().nullable() });
export type Zone = z.output<typeof zoneLine>;

/** The newest value of a wire; `open` is true for an open door and for a running reefer. */
const reading = z.object({
  kind: probeKind,
  channel: z.number(),
  value: z.number().nullable(),
  open: z.boolean().nullable(),
  /** a configured wire whose last value is older than {@link silentAfterMs} */
  silent: z.boolean(),
});

export const probeGet = endpoint({
  path: '/api/base/manage/vehicle/probe/get',
  access: { menu },
  title: '查询探头设置',
  input: z.object({ vehicleId: id }),
  output: z.object({
    vehicleId: id,
    plateNo: z.string(),
    vehicleColor: z.number(),
    remarkNo: z.string(),
    /** the company that shares the vehicle; then nothing can be saved. Empty for an own vehicle. */
    sharedFrom: z.string(),
    version: z.number(),
    /** inner size of the box, m and m³; null while unknown */
    boxLengthM: z.number().nullable(),
    boxHeightM: z.number().nullable(),
    volumeM3: z.number().nullable(),
    /** compartments of the vehicle */
    zones: z.array(zoneLine),
    probes: z.array(
      z.object({
        ...probe.shape,
        zone: z.string().nullable(),
        lower: z.number().nullable(),
        upper: z.number().nullable(),
        sn: z.string().nullable(),
        certNo: z.string().nullable(),
        certDate: z.string().nullable(),
        certEnd: z.string().nullable(),
        correction: z.number(),
        inverse: z.boolean(),
        posX: z.number().nullable(),
        posY: z.number().nullable(),
        cameraType: z.literal(supplierType.codes).nullable(),
        snapChannel: z.number().nullable(),
        onSource: z.enum(onSources).nullable(),
        setSource: z.enum(setSources).nullable(),
        chillerProtocol: z.string().nullable(),
      }),
    ),
    readings: z.array(reading),
    readTime: dateTime.nullable(),
  }),
});

/** The right to configure wires and where they sit. */
export const probeRight = { menu, path: 'vehicle/probe', label: '探头设置' } as const;

export const probeSave = endpoint({
  path: '/api/base/manage/vehicle/probe/save',
  access: probeRight,
  title: '保存探头设置',
  input: z
    .object({
      vehicleId: id,
      version: z.number().int().min(1, '缺少版本号'),
      /** all wires of the vehicle: others are removed. The fields of `keptWhenAbsent` may be left out. */
      probes: z.array(sentProbe).max(21, '探头过多'),
      /** since when the wires are like this; absent: from now on. Earlier readings keep their meaning. */
      effectiveFrom: dateTime.optional(),
      /** why a correction changes; required when one does, besides the right {@link probeCorrect} */
      reason: optionalText(100),
    })
    .superRefine((v, issue) => {
      for (const { index, field, msg } of probeFaults(v.probes.map((sent) => completeProbe(sent))))
        issue.addIssue({ code: 'custom', path: ['probes', index, field], message: msg });
    }),
  output: z.object({ version: z.number() }),
});

/** The right to change 修正值. */
export const probeCorrect = { menu, path: 'vehicle/probeCorrect', label: '修正探头' } as const;

/**
 * Copies the wires of one vehicle to others of the same type, from now on; one line of result for each. Serial numbers, certificates and corrections are
 * not copied: they belong to the probes.
 */
export const probeCopy = endpoint({
  path: '/api/base/manage/vehicle/probe/copy',
  access: { menu, path: 'vehicle/probeCopy', label: '复制探头设置' },
  title: '复制探头设置到其他车辆',
  input: z.object({
    /** the vehicle whose wires are copied */
    vehicleId: id,
    ids: z.array(id).min(1, '请选择车辆').max(200, '一次最多复制到200辆车'),
  }),
  output: z.array(batchLine),
});

/** 探头版本: the sets of wires of a vehicle with their periods, newest first. */
export const probeHistory = endpoint({
  path: '/api/base/manage/vehicle/probe/history',
  access: { menu },
  title: '探头设置历史版本',
  input: z.object({ vehicleId: id }),
  output: z.array(
    z.object({
      id,
      /** null: since the beginning */
      startTime: dateTime.nullable(),
      /** null: the present version */
      endTime: dateTime.nullable(),
      userName: z.string(),
      /** why corrections changed with this version; '' when none did */
      reason: z.string(),
      /** `温度1 前部 -25~-18℃` */
      lines: z.array(z.string()),
    }),
  ),
});
