import { type ZonePreset, zonePresets } from '@tongda/contract/reports/kit/readings';
import { type Kysely, sql } from 'kysely';
import type { DB } from '../../core/generated/db-types';
import { invalidField } from '../../core/http/errors';
import type { TrackPoint } from '../../kernel/point';
import { validTempC } from '../../kernel/temperature/figures';

/** Lowest and highest reading that is allowed, both included; null: no bound. */
export interface Bounds {
  lower: number | null;
  upper: number | null;
}

/** One probe of a vehicle, with the bounds of each time. */
export interface Probe {
  /** its column in a row: `tem1`, `hum2` */
  key: string;
  name: string;
  kind: 'tem' | 'hum';
  /** its number, '' while nobody entered one */
  probeNo: string;
  /** until when, or when, it was calibrated, '' while nobody knows: `至 2027-03-18` */
  calibration: string;
  /** ℃ or %RH; null: the report holds no sensible reading of it */
  reading: (point: TrackPoint) => number | null;
  boundsAt: (t: number) => Bounds;
}

/** A probe (or door contact) as it was wired from one moment to another, epoch ms; null: open. */
interface ProbeVersion extends Bounds {
  from: number | null;
  until: number | null;
  kind: string;
  channel: number;
  name: string;
  sn: string | null;
  certEnd: string | null;
}

/** What a reader may wish of probes: some of them, and other bounds for temperatures than their own. */
export interface ProbeWish {
  probes?: readonly string[] | undefined;
  zone?: ZonePreset | undefined;
  lower?: number | undefined;
  upper?: number | undefined;
}

const noBounds: Bounds = { lower: null, upper: null };

/** How the vehicle's probes and doors were wired in a range (epoch ms). Versions are kept from the first change on: before it the wires are those of today. */
export async function loadProbeVersions(
  trx: Kysely<DB>,
  vehicleId: string,
  { from, until }: { from: number; until: number },
): Promise<ProbeVersion[]> {
  const during = sql`tstzrange(${new Date(from)}, ${new Date(Math.max(from, until))}, '[]')`;
  const edgeMs = (edge: 'lower' | 'upper') => sql`(extract(epoch from ${sql.raw(edge)}(x.during)) * 1000)::float8`;
  const { rows } =
    await sql<ProbeVersion>`with kept as (select ${edgeMs('lower')} as from, ${edgeMs('upper')} as until, p.kind, p.channel, p.name, p.lower, p.upper,
          p.sn, p."certEnd"
        from probe_version x, jsonb_to_recordset(x.probes) p(kind text, channel int, name text, lower float8, upper float8, sn text, "certEnd" text)
        where x.vehicle_id = ${vehicleId} and x.during && ${during})
      select * from kept union all select null, null, kind, channel, name, lower_limit::float8, upper_limit::float8, sn, cert_end::text
        from probe where vehicle_id = ${vehicleId} and not exists (select from kept) order by 1 nulls first`.execute(
      trx,
    );
  return rows;
}

/** The temperature and humidity probes of these versions that are wished for, temperatures first. */
export function probesOf(versions: readonly ProbeVersion[], wish: ProbeWish): Probe[] {
  const keyOf = ({ kind, channel }: ProbeVersion): string => `${kind}${channel}`;
  const keys = new Set(versions.filter(({ kind }) => kind === 'tem' || kind === 'hum').map(keyOf));
  const wanted = wish.probes && wish.probes.length > 0 ? new Set(wish.probes) : null;
  const temperaturesFirst = (a: string, b: string): number =>
    b.slice(0, 3).localeCompare(a.slice(0, 3)) || a.localeCompare(b);
  return [...keys]
    .filter((key) => wanted?.has(key) ?? true)
    .sort(temperaturesFirst)
    .map((key) =>
      probeOf(
        key,
        versions.filter((version) => keyOf(version) === key),
        wish,
      ),
    );
}

/** Refuses bounds of which the upper one is not above the lower one. */
export function refuseCrossedBounds({ lower, upper }: Bounds): void {
  if (lower !== null && upper !== null && lower >= upper) throw invalidField('upper', '上限应大于下限');
}

/** Bounds that the reader wishes for temperatures in place of the probes' own; null: none. Refuses an upper one that is not above the lower one, also when one of them is the zone's. */
export function wishedBounds({ zone = 'own', lower, upper }: ProbeWish): Bounds | null {
  const preset = zonePresets[zone];
  const wished = { lower: lower ?? preset.lower ?? null, upper: upper ?? preset.upper ?? null };
  refuseCrossedBounds(wished);
  return wished.lower === null && wished.upper === null ? null : wished;
}

function probeOf(key: string, versions: readonly ProbeVersion[], wish: ProbeWish): Probe {
  const kind = key.startsWith('tem') ? 'tem' : 'hum';
  const channel = Number(key.slice(3)) - 1;
  const wished = kind === 'tem' ? wishedBounds(wish) : null;
  const holdsAt = (t: number) => (version: ProbeVersion) =>
    t >= (version.from ?? 0) && t < (version.until ?? Number.POSITIVE_INFINITY);
  const { name, sn, certEnd } = versions.at(-1) ?? {};
  return {
    key,
    name: name || key,
    kind,
    probeNo: sn ?? '',
    calibration: certEnd ? `至 ${certEnd}` : '',
    reading: (point) => (kind === 'tem' ? validTempC(point.tempC[channel]) : validHumPct(point.humPct[channel])),
    boundsAt: (t) => wished ?? versions.find(holdsAt(t)) ?? noBounds,
  };
}

/** %RH; null outside of 0-100. */
const validHumPct = (value: number | null | undefined): number | null =>
  value === null || value === undefined || value < 0 || value > 100 ? null : value;

/** Names of the doors by their number, of those that have one. */
export const doorNamesOf = (versions: readonly ProbeVersion[]): ReadonlyMap<number, string> =>
  new Map(versions.flatMap(({ kind, channel, name }) => (kind === 'door' && name ? [[channel, name]] : [])));

/** Whether a reading lies outside of its bounds; one that is missing does not. */
export const isOver = (value: number | null, { lower, upper }: Bounds): boolean =>
  value !== null && ((lower !== null && value < lower) || (upper !== null && value > upper));

/** `−25 ~ −18`, with real minus signs; empty without bounds. */
export const boundsText = ({ lower, upper }: Bounds): string =>
  lower === null && upper === null ? '' : `${lower ?? ''} ~ ${upper ?? ''}`.replaceAll('-', '\u2212');
