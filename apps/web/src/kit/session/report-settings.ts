import { z } from 'zod';
import { fetchPref, localPref, savePref } from './prefs';

/**
 * What a user last chose in reports and the trajectory, kept on this computer and with his account: the specification's names, which the filters
 * of all reports share, so that a choice in one holds in the next.
 */
export const reportSettingNames = [
  'parkingDuration',
  'operatingHours',
  'timeInterval',
  'parkingFine',
  'temTimeInterval',
  'parkingTime',
  'speedingRoad',
  'stayDuration',
] as const;
type Values = Readonly<Record<string, unknown>>;

const stored = z.object({ version: z.literal(1), values: z.record(z.string(), z.unknown()) });
const [page, key] = ['report', 'settings'] as const;

/** What is kept; values of an older version, or of other names, are forgotten. A computer that knows nothing asks the server, for the next page. */
export function keptReportSettings(): Values {
  const local = localPref(page, key, stored);
  if (local === null) void fetchPref(page, key, stored);
  return pick(local?.values ?? {});
}

/** Keeps what was asked with, and forgets what was cleared (null); nothing is sent when nothing changed. */
export function keepReportSettings(asked: Values): void {
  const before = pick(localPref(page, key, stored)?.values ?? {});
  const values = pick({ ...before, ...asked });
  if (JSON.stringify(values) !== JSON.stringify(before)) void savePref(page, key, { version: 1, values });
}

/** Of these values the settings that say something. */
const pick = (values: Values): Values =>
  Object.fromEntries(
    reportSettingNames.flatMap((name) => {
      const value = values[name];
      return value === undefined || value === null || value === '' ? [] : [[name, value]];
    }),
  );
