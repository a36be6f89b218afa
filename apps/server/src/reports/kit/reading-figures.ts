import { minuteMs } from '@tongda/contract/core/durations';
import { percentOf, roundTo } from '@tongda/contract/core/round';
import { wireTime } from '../../core/http/answer/wire-time';
import { qualityStatsOfPoints } from '../../kernel/temperature/figures';
import { arrival, arrivalOf } from '../../kernel/temperature/intervals';
import { boundsText, type Probe } from './probes';
import type { Measured } from './readings';

/** K7 figures of a vehicle, a row a probe, in the shape of `probeFigures`; times on the clock of the zone. */
export const figuresOf = (readings: Measured, timeZone: string) =>
  readings.probes.map((probe) => figuresOfProbe(readings, probe, timeZone));

function figuresOfProbe(readings: Measured, probe: Probe, timeZone: string) {
  const { vehicle, range, points, gapMaxMs, intervalMs, expected } = readings;
  const { boundsAt } = probe;
  const stats = qualityStatsOfPoints(points, probe.reading, {
    gapMaxMs,
    lastMs: intervalMs,
    lower: null,
    upper: null,
    boundsAt,
  });
  const firstTimeOf = (value: number | null): string | null => {
    const point = value === null ? undefined : points.find((one) => probe.reading(one) === value);
    return point ? wireTime(point.t, timeZone) : null;
  };
  const limits = boundsText(boundsAt(range.until));
  const bounded = limits !== '';
  return {
    id: `${vehicle.id}-${probe.key}`,
    plateNo: vehicle.plateNo,
    probe: probe.name,
    limits,
    probeNo: probe.probeNo,
    calibration: probe.calibration,
    max: stats.max,
    maxTime: firstTimeOf(stats.max),
    min: stats.min,
    minTime: firstTimeOf(stats.min),
    avg: roundTo(stats.avg, 1),
    mkt: probe.kind === 'tem' ? roundTo(stats.mktC, 2) : null,
    passRate: bounded ? percentOf(stats.inRangeMs, stats.monitoredMs) : null,
    overMin: bounded ? Math.round((stats.monitoredMs - stats.inRangeMs) / minuteMs) : null,
    // nothing at all came: that much is known
    completeRate: points.length === 0 ? 0 : expected && percentOf(stats.count, expected),
    unproven: points.filter(
      (point) =>
        probe.reading(point) !== null && arrivalOf(point, vehicle.settingsAt(point.t).unprovenMs) === arrival.unproven,
    ).length,
  };
}
