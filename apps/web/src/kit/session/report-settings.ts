import { useEffect, useState } from 'react';
import { z } from 'zod';
import { fetchPref, localPref, savePref } from './prefs';
import { useSession } from './user';

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
const local = (): Values => pick(localPref(page, key, stored)?.values ?? {});

const whose = (): string => useSession.getState().user?.id ?? '0';
/** The account's copy as this page asks for it: once for each user, from the session's start on. */
let reading: { of: string; whole: Promise<void>; isDone: boolean } | null = null;
/** What was asked with before the account's copy was here: it is laid over that copy, so that nothing chosen elsewhere is lost. */
let early: Values = {};

/** Reads the account's copy; the computer keeps it. A server that does not answer leaves what is kept here. */
export function readReportSettings(): Promise<void> {
  const of = whose();
  if (reading?.of === of) return reading.whole;
  early = {};
  const mine = { of, isDone: false, whole: Promise.resolve() };
  mine.whole = fetchPref(page, key, stored).then(() => {
    mine.isDone = true;
    if (reading !== mine) return;
    const asked = early;
    early = {};
    save(asked);
  });
  reading = mine;
  return mine.whole;
}

/** For how long a report waits for the account's copy, ms: then it opens with the usual values. */
const patienceMs = 1000;

/** Whether a report may take its first values: the computer knows some, or the account's copy is here, or does not come. */
export function useReportSettingsRead(): boolean {
  const [isRead, setRead] = useState(
    () => localPref(page, key, stored) !== null || (reading?.of === whose() && reading.isDone),
  );
  useEffect(() => {
    if (isRead) return undefined;
    const go = (): void => setRead(true);
    const timer = setTimeout(go, patienceMs);
    void readReportSettings().then(go);
    return () => clearTimeout(timer);
  }, [isRead]);
  return isRead;
}

/** What is kept; values of an older version, or of other names, are forgotten. */
export const keptReportSettings = (): Values => pick({ ...local(), ...early });

/** Keeps what was asked with, and forgets what was cleared (null); nothing is sent when nothing changed. */
export function keepReportSettings(asked: Values): void {
  void readReportSettings();
  if (reading?.isDone) save(asked);
  else early = { ...early, ...asked };
}

function save(asked: Values): void {
  const before = local();
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
