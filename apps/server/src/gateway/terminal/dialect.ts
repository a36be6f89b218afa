import { minuteMs } from '@tongda/contract/core/durations';
import { standardClockMin, type TerminalSettings } from '@tongda/contract/resources/device/settings';
import { type Crs, convertPosition } from '@tongda/geo/convert';
import type { Channels } from '@tongda/protocol/items/channels';
import type { SafetyStandard } from '@tongda/protocol/jsatl12/alarm-items';
import type { HeaderVersion } from '@tongda/protocol/jt808/header';
import { hasFix, type Location } from '@tongda/protocol/jt808/messages/position/0200';

/** How a terminal departs from the standard, worked out of its settings once: what its frames cost is one question whether it does at all. */
export interface Dialect {
  /** Edition by which bodies are read and written; null: that of each header. */
  edition: HeaderVersion | null;
  /** What is added to the times it sends, ms. */
  clockMs: number;
  coordinates: Crs;
  /** Bits of its alarm word that mean something else: each with the bits of the standard (none: it means nothing). */
  alarmBits: ReadonlyArray<readonly [own: number, standard: number]>;
  /** Provincial standard of active safety; null: the length of each item tells, `none`: there is none. */
  safety: SafetyStandard | 'none' | null;
  /** For each list of channels from which of the terminal's wires (from 1, 0 for none) they come. */
  wires: ReadonlyArray<readonly [name: WiredChannel, order: readonly number[]]>;
}
type WiredChannel = 'tempC' | 'humPct' | 'doorOpen' | 'fuelL';

/** The dialect of settings; null for a terminal that speaks as the standard says. */
export function dialectOf(settings: Partial<TerminalSettings>): Dialect | null {
  const { clockMin, coordinates, bodyEdition, safetyStandard } = settings;
  const wires = [
    ['tempC', settings.temWires],
    ['humPct', settings.humWires],
    ['doorOpen', settings.doorWires],
    ['fuelL', settings.oilWires],
  ] as const;
  const dialect: Dialect = {
    edition: bodyEdition ?? null,
    clockMs: (standardClockMin - (clockMin ?? standardClockMin)) * minuteMs,
    coordinates: coordinates ?? 'wgs84',
    alarmBits: alarmBitsOf(settings.alarmBits ?? ''),
    safety: safetyStandard ?? null,
    wires: wires.flatMap(([name, text]) => (text ? [[name, text.split(',').map(Number)] as const] : [])),
  };
  const { edition, clockMs, alarmBits, safety } = dialect;
  const departs = edition !== null || clockMs !== 0 || dialect.coordinates !== 'wgs84' || alarmBits.length > 0;
  return departs || safety !== null || dialect.wires.length > 0 ? dialect : null;
}

const bit = (no: number): number => (1 << no) >>> 0;
const alarmBitsOf = (text: string): Dialect['alarmBits'] =>
  text.split(',').flatMap((pair) => {
    const [own, standard] = pair.split('=');
    if (!own || !standard) return [];
    return [[bit(Number(own)), standard === '-' ? 0 : bit(Number(standard))] as const];
  });

/** A time that the terminal sent, as it is. */
export const timeIn = (dialect: Dialect | null | undefined, time: number | null): number | null =>
  time === null || !dialect ? time : time + dialect.clockMs;

/** A location as the standard would have it. */
export function locationIn(dialect: Dialect, location: Location): Location {
  const { lng, lat } = location;
  const [wgsLng, wgsLat] =
    dialect.coordinates === 'wgs84' || !hasFix(location)
      ? [lng, lat]
      : convertPosition(lng, lat, dialect.coordinates, 'wgs84');
  return {
    ...location,
    lng: wgsLng,
    lat: wgsLat,
    time: timeIn(dialect, location.time),
    alarmBits: alarmsIn(dialect, location.alarmBits),
  };
}

/** The alarm word as the standard would have it. */
function alarmsIn({ alarmBits }: Dialect, word: number): number {
  let rest = word;
  let meant = 0;
  for (const [own, standard] of alarmBits) {
    if ((word & own) !== 0) meant |= standard;
    rest &= ~own;
  }
  return (rest | meant) >>> 0;
}

/** Readings with the terminal's wires put to the channels that they belong to. */
export function channelsIn(dialect: Dialect, channels: Channels): Channels {
  const sorted = { ...channels };
  for (const [name, order] of dialect.wires) {
    const told: ReadonlyArray<number | boolean | null> | undefined = channels[name];
    // the lists have one type each, which an index over all of them forgets
    if (told) Object.assign(sorted, { [name]: order.map((wire) => told[wire - 1] ?? null) });
  }
  return sorted;
}
