import { z } from 'zod';
import { rangeText } from '../../core/figure';
import { type Probe, type ProbeKind, probeKinds, type Zone } from './probe';

/** How many 分区 (compartments) a box may have. */
export const zoneMax = 3;
const [coldest, hottest] = probeKinds.tem.range;
const bound = z
  .number('请输入数字')
  .min(coldest, `应在${rangeText(coldest, hottest, '℃')}之间`)
  .max(hottest, `应在${rangeText(coldest, hottest, '℃')}之间`)
  .refine((n) => Math.abs(n * 10 - Math.round(n * 10)) < 1e-6, '最多1位小数')
  .nullable()
  .default(null);
export const zoneName = z.string('请输入分区名').trim().min(1, '请输入分区名').max(10, '最多10个字符');

/** Whether wires of the kind belong to a compartment. */
export const isZoned = (kind: ProbeKind): boolean => probeKinds[kind].calibrated;
/** Key of a wire within its vehicle: `tem1`. */
export const wireKey = ({ kind, channel }: { kind: string; channel: number }): string => `${kind}${channel}`;

/** The wire as part of a compartment (null: of none). A thermometer without limits of its own takes those of the compartment. */
export function putIntoZone<W extends Pick<Probe, 'kind' | 'lower' | 'upper' | 'zone'>>(
  wire: W,
  name: string | null,
  zones: readonly Zone[],
): W {
  const zone = zones.find((one) => one.name === name);
  const unbound = wire.kind === 'tem' && wire.lower === null && wire.upper === null;
  return { ...wire, zone: name, ...(zone && unbound ? { lower: zone.lower, upper: zone.upper } : null) };
}

/** The compartments of a vehicle as its form sends them, each with the keys of its wires. Wires that no compartment lists belong to none. */
export const zones = z
  .array(
    z.object({
      name: zoneName,
      lower: bound,
      upper: bound,
      probes: z
        .array(z.string().regex(/^(?:tem|hum|co2)\d$/u, '探头不正确'))
        .max(8, '探头过多')
        .default([]),
    }),
  )
  .max(zoneMax, `分区最多${zoneMax}个`)
  .superRefine((list, issue) => {
    const say = (i: number, field: string, message: string): void =>
      issue.addIssue({ code: 'custom', path: [i, field], message });
    list.forEach(({ name, lower, upper, probes }, i) => {
      const before = list.slice(0, i);
      if (before.some((other) => other.name === name)) say(i, 'name', `分区名“${name}”重复`);
      if (lower !== null && upper !== null && upper <= lower) say(i, 'upper', `上限须高于下限${lower}℃`);
      const twice = probes.find((key) => before.some((other) => other.probes.includes(key)));
      if (twice) say(i, 'probes', '一个探头只能在一个分区');
    });
  });
export type ZoneInput = z.output<typeof zones>[number];
export const zonesLabel = '分区';
