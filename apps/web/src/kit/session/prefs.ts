import { fieldGet, fieldSave } from '@tongda/contract/base/prefs/calls';
import type { z } from 'zod';
import { call } from '../call/api';
import { useSession } from './user';

/** Preferences of a user by page and key: a copy on this computer answers at once, the server's follows the user to other computers. */
const localKey = (page: string, key: string): string =>
  `td.pref.${useSession.getState().user?.id ?? '0'}.${page}.${key}`;

/** The local copy, or null when there is none or it no longer fits `schema`. */
export const localPref = <T>(page: string, key: string, schema: z.ZodType<T>): T | null =>
  parseStored(localStorage.getItem(localKey(page, key)), schema);

/** The server's copy, or null when there is none, it does not fit, or the server does not answer. */
export async function fetchPref<T>(page: string, key: string, schema: z.ZodType<T>): Promise<T | null> {
  const json = await call(fieldGet, { page, key }, { quiet: true }).catch(() => null);
  const value = parseStored(json, schema);
  if (value !== null) localStorage.setItem(localKey(page, key), JSON.stringify(value));
  return value;
}

/** Stores a preference here and on the server. The server's copy may fail quietly: nothing is lost on this computer. */
export async function savePref(page: string, key: string, value: unknown): Promise<void> {
  localStorage.setItem(localKey(page, key), JSON.stringify(value));
  await call(fieldSave, { page, key, fields: value }, { quiet: true }).catch(() => undefined);
}

function parseStored<T>(json: string | null, schema: z.ZodType<T>): T | null {
  if (json === null) return null;
  try {
    const parsed = schema.safeParse(JSON.parse(json));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}
