import { keysOf } from '@tongda/contract/core/keys';
import { type Probe, type ProbeKind, probeFaults, probeKinds } from '@tongda/contract/resources/vehicle/probe';

/** A channel on the screen; `used` is true when it is wired. */
export interface ProbeRow extends Probe {
  used: boolean;
}
export type RowFaults = ReadonlyMap<string, Partial<Record<keyof Probe, string>>>;

export const kinds = keysOf(probeKinds);
export const rowKey = (row: Pick<Probe, 'kind' | 'channel'>): string => `${row.kind}${row.channel}`;

const defaultNames: Record<ProbeKind, (channel: number) => string> = {
  tem: (channel) => ['前', '中', '后', '环境'][channel - 1] ?? `温度${channel}`,
  hum: (channel) => `湿度${channel}`,
  co2: () => '二氧化碳',
  door: (channel) => (channel === 1 ? '后门' : channel === 2 ? '侧门' : `门${channel}`),
  oil: (channel) => (channel === 1 ? '主油箱' : `油箱${channel}`),
  chiller: (channel) => (channel === 1 ? '主冷机' : `冷机${channel}`),
  camera: (channel) => ['车内', '前方', '货箱', '左侧', '右侧', '后方'][channel - 1] ?? `摄像头${channel}`,
};

const blank = {
  ...{ sn: null, certNo: null, certDate: null, certEnd: null, posX: null, posY: null, cameraType: null },
  ...{ snapChannel: null, onSource: null, setSource: null, chillerProtocol: null },
  correction: 0,
  inverse: false,
};

/** All channels that a vehicle can have, with the stored settings. */
export function rowsOf(probes: readonly Probe[]): ProbeRow[] {
  return kinds.flatMap((kind) =>
    Array.from({ length: probeKinds[kind].channels }, (_, i): ProbeRow => {
      const stored = probes.find((p) => p.kind === kind && p.channel === i + 1);
      if (stored) return { ...stored, used: true };
      return {
        kind,
        channel: i + 1,
        name: '',
        zone: null,
        lower: null,
        upper: null,
        alarm: true,
        ...blank,
        used: false,
      };
    }),
  );
}

/** The channel switched on, with a usual name, or off. */
export const switchRow = (row: ProbeRow, used: boolean): ProbeRow => ({
  ...row,
  used,
  name: used && row.name === '' ? defaultNames[row.kind](row.channel) : row.name,
});

/** The wires to be saved: the channels in use. */
export const probesIn = (rows: readonly ProbeRow[]): Probe[] =>
  rows
    .filter((row) => row.used)
    .map(({ used: _used, ...probe }) => ({
      ...probe,
      name: probe.name.trim(),
      zone: probe.zone?.trim() || null,
      ...trimTexts(probe),
    }));

const trimTexts = ({ sn, certNo, chillerProtocol }: Probe) => ({
  sn: sn?.trim() || null,
  certNo: certNo?.trim() || null,
  chillerProtocol: chillerProtocol?.trim() || null,
});

/** Errors of the channels in use, by row. */
export function faultsIn(rows: readonly ProbeRow[]): RowFaults {
  const probes = probesIn(rows);
  const found = new Map<string, Partial<Record<keyof Probe, string>>>();
  const add = (probe: Probe, field: keyof Probe, msg: string): void => {
    const key = rowKey(probe);
    found.set(key, { [field]: msg, ...found.get(key) });
  };
  for (const probe of probes) if (probe.name === '') add(probe, 'name', '请输入探头名称');
  for (const { index, field, msg } of probeFaults(probes)) {
    const probe = probes[index];
    if (probe && !(field === 'name' && probe.name === '')) add(probe, field, msg);
  }
  return found;
}

/** Whether the correction of a channel in use differs from the stored one, which takes a reason. */
export const correctionsChanged = (was: readonly ProbeRow[], is: readonly ProbeRow[]): boolean =>
  is.some((row) => {
    const before = was.find((other) => rowKey(other) === rowKey(row));
    return row.used && row.correction !== (before?.used ? before.correction : 0);
  });
